import type { ViewOutput } from '@slack/bolt';
import { z } from 'zod';
import type { Impact } from '../../core/incident/types.ts';
import { NAME_LIMIT, OFFERED_IMPACTS, type FormOrigin } from '../blocks/new-incident.ts';
import { INPUTS } from '../ids.ts';

/** A form that was filled in well, or what is wrong with it by the block that it stands in. */
export type Submission =
  | { readonly ok: true; readonly incident: NewIncidentInput; readonly origin: FormOrigin }
  | { readonly ok: false; readonly errors: Record<string, string> };

export type NewIncidentInput = {
  readonly pageId: string;
  readonly name: string;
  readonly description: string;
  readonly impact: Impact;
};

const originSchema = z.object({
  pageId: z.string().nullable(),
  channel: z.string().nullable(),
  responseUrl: z.string().nullable(),
});

/** Reads the form for a new incident. Pure: the answer to Slack must not wait for anything. */
export function parseSubmission(view: Pick<ViewOutput, 'state' | 'private_metadata'>): Submission {
  const origin = originOf(view.private_metadata);
  const pageId = origin.pageId ?? valueOf(view, INPUTS.page);
  const name = (valueOf(view, INPUTS.name) ?? '').replaceAll(/\s+/g, ' ').trim();
  const chosen = valueOf(view, INPUTS.impact) ?? OFFERED_IMPACTS[0];
  const impact = OFFERED_IMPACTS.find((offered) => offered === chosen);
  const errors: Record<string, string> = {};
  if (pageId === null) errors[INPUTS.page.block] = 'Please choose a status page.';
  if (name === '') errors[INPUTS.name.block] = 'Please say in a few words what is wrong.';
  if (name.length > NAME_LIMIT) errors[INPUTS.name.block] = `At most ${NAME_LIMIT} characters, please.`;
  if (impact === undefined) errors[INPUTS.impact.block] = 'Please choose one of these.';
  if (pageId === null || impact === undefined || Object.keys(errors).length > 0) return { ok: false, errors };
  const description = (valueOf(view, INPUTS.description) ?? '').trim();
  return { ok: true, incident: { pageId, name, description, impact }, origin };
}

function originOf(metadata: string): FormOrigin {
  const nothing: FormOrigin = { pageId: null, channel: null, responseUrl: null };
  try {
    return originSchema.safeParse(JSON.parse(metadata)).data ?? nothing;
  } catch {
    return nothing;
  }
}

function valueOf(
  view: Pick<ViewOutput, 'state'>,
  name: { readonly block: string; readonly action: string },
): string | null {
  const input = view.state.values[name.block]?.[name.action];
  return input?.selected_option?.value ?? input?.value ?? null;
}
