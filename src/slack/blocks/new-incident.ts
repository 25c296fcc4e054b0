import type { types } from '@slack/bolt';
import type { Impact } from '../../core/incident/types.ts';
import { cut, impactWords } from '../../core/notification/message.ts';
import type { Page } from '../../services/ports/pages.ts';
import { CALLBACKS, INPUTS } from '../ids.ts';
import type { Place } from '../tell.ts';
import { escapeLine } from './escape.ts';
import { context } from './kit.ts';

/** What the form remembers between opening and submission, in its private metadata. */
export type FormOrigin = Omit<Place, 'userId'> & {
  /** Null: the form asks for it. */
  readonly pageId: string | null;
};

export const NAME_LIMIT = 255;
/** Slack's own limit for what is typed. */
export const DESCRIPTION_LIMIT = 3_000;
const OPTION_LIMIT = 100;
const LABEL_LIMIT = 75;

/** Worst first, which is also the default: what is unknown is treated as the worst. */
export const OFFERED_IMPACTS: readonly [Impact, ...Impact[]] = [
  'MAJOROUTAGE',
  'PARTIALOUTAGE',
  'DEGRADEDPERFORMANCE',
  'UNDERMAINTENANCE',
];

/** The form for a new incident. With one page it is named; with several it asks, by at most the 100 options that Slack takes. */
export function newIncidentView(options: {
  pages: readonly Page[];
  title: string;
  description: string;
  place: Place;
}): types.ModalView {
  const { pages, title, description, place } = options;
  const [page, ...others] = pages;
  const isKnown = page !== undefined && others.length === 0;
  const origin: FormOrigin = {
    pageId: isKnown ? page.id : null,
    channel: place.channel,
    responseUrl: place.responseUrl,
  };
  return {
    type: 'modal',
    callback_id: CALLBACKS.newIncident,
    title: plain('New incident'),
    submit: plain('Open incident'),
    close: plain('Cancel'),
    private_metadata: JSON.stringify(origin),
    blocks: [
      isKnown
        ? context(`On ${escapeLine(page.name, 200)}. Who is on call is told at once.`)
        : pageInput(pages),
      textInput(INPUTS.name, 'What is wrong?', cut(title, NAME_LIMIT), { max: NAME_LIMIT }),
      textInput(INPUTS.description, 'What do you know?', cut(description, DESCRIPTION_LIMIT), {
        max: DESCRIPTION_LIMIT,
        isOptional: true,
      }),
      impactInput(),
    ],
  };
}

type InputName = { readonly block: string; readonly action: string };

function textInput(
  name: InputName,
  label: string,
  value: string,
  { max, isOptional = false }: { max: number; isOptional?: boolean },
): types.InputBlock {
  return {
    type: 'input',
    block_id: name.block,
    label: plain(label),
    optional: isOptional,
    element: {
      type: 'plain_text_input',
      action_id: name.action,
      multiline: isOptional,
      max_length: max,
      ...(value === '' ? {} : { initial_value: value }),
    },
  };
}

function impactInput(): types.InputBlock {
  const options = OFFERED_IMPACTS.map((impact) => option(capital(impactWords(impact)), impact));
  return select(INPUTS.impact, 'How bad is it?', options, options[0]);
}

function pageInput(pages: readonly Page[]): types.InputBlock {
  const options = pages.slice(0, OPTION_LIMIT).map((page) => option(page.name, page.id));
  return select(INPUTS.page, 'Which status page?', options, undefined);
}

function select(
  name: InputName,
  label: string,
  options: types.PlainTextOption[],
  initial: types.PlainTextOption | undefined,
): types.InputBlock {
  return {
    type: 'input',
    block_id: name.block,
    label: plain(label),
    element: {
      type: 'static_select',
      action_id: name.action,
      options,
      ...(initial === undefined ? {} : { initial_option: initial }),
    },
  };
}

function option(label: string, value: string): types.PlainTextOption {
  return { text: plain(cut(label, LABEL_LIMIT)), value };
}

function plain(text: string): types.PlainTextElement {
  return { type: 'plain_text', text };
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
