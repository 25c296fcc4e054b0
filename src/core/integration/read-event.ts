import { queryDocument } from '../json-path.ts';
import { candidates, placesIn, type Places } from './spellings.ts';
import { stateOf } from './status-words.ts';
import type { EventField, EventState, InboundEvent, Mapping } from './types.ts';
import { anyText, plainText } from './value.ts';

/** What a body says, or why it cannot be told, as a sentence. */
export type Reading =
  | { readonly kind: 'event'; readonly event: InboundEvent }
  | { readonly kind: 'unread'; readonly reason: string };

/**
 * Reads a body that no tool's own parser knows: each field by its JSONPath, or else under its common spellings, whatever
 * their case. A state that is not said, or is called by a word that nobody knows, counts as firing: a doubt never hides
 * an alert. Without a dedup key the title and the component say which alert it is.
 */
export function readEvent(body: unknown, mapping: Mapping | null): Reading {
  const places = placesIn(body);
  const found = (field: EventField) => valuesOf(body, places, field, mapping?.[field]);
  const first = (field: EventField, textOf = plainText): string => {
    for (const value of found(field)) {
      const text = textOf(value);
      if (text !== '') return text;
    }
    return '';
  };
  const state = stateAmong(found('status'));
  const title = first('title');
  const component = first('component');
  const key = first('dedupKey');
  if (title === '' && (state === 'FIRING' || key === '')) {
    return { kind: 'unread', reason: noTitle(body, mapping) };
  }
  const description = first('description', anyText);
  const url = first('url');
  return {
    kind: 'event',
    event: {
      state,
      dedupKey: key === '' ? JSON.stringify([title, component]) : key,
      title,
      description: description === title ? '' : description,
      severity: first('severity'),
      component,
      url: /^https?:\/\/\S+$/i.test(url) ? url : '',
    },
  };
}

function valuesOf(
  body: unknown,
  places: Places,
  field: EventField,
  path: string | undefined,
): Iterable<unknown> {
  return path === undefined ? candidates(places, field) : [queryDocument(path, body)];
}

/** The first word that is known decides. */
function stateAmong(values: Iterable<unknown>): EventState {
  for (const value of values) {
    const state = stateOf(plainText(value));
    if (state !== null) return state;
  }
  return 'FIRING';
}

function noTitle(body: unknown, mapping: Mapping | null): string {
  const path = mapping?.title;
  if (path !== undefined) return `No title: the mapping's ${path} finds no text in the body`;
  if (Array.isArray(body))
    return 'No title: the body is a list, and no mapping says where in it the title is';
  return 'No title: the body has none of the names that a title commonly has, and no mapping says where it is';
}
