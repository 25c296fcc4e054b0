import { anyText, childOf } from './value.ts';
import type { InboundEvent } from './types.ts';

const PLACEHOLDER = /\{\{([^{}]{1,300})\}\}/g;
const PAYLOAD = 'payload.';

/** What a template is about: the event, and the body that it was read from. */
export type Subject = { readonly event: InboundEvent; readonly payload: unknown };

/** What each name stands for. A map, so that no name reaches what it does not list. */
const NAMES: ReadonlyMap<string, (event: InboundEvent) => string> = new Map([
  ['title', (event: InboundEvent) => event.title],
  ['description', (event: InboundEvent) => event.description],
  ['severity', (event: InboundEvent) => event.severity],
  ['component', (event: InboundEvent) => event.component],
  ['url', (event: InboundEvent) => event.url],
]);

/**
 * The template with its placeholders filled in, its first `max` characters or a few more. `{{payload.a.b[0]}}` is what the
 * body holds there, an object as JSON; a name that is not known is empty. What is filled in is not looked through again.
 */
export function render(template: string, subject: Subject, max: number): string {
  let text = '';
  let at = 0;
  for (const match of template.matchAll(PLACEHOLDER)) {
    text += template.slice(at, match.index) + valueOf(match[1] ?? '', subject).slice(0, max);
    at = match.index + match[0].length;
    // However many placeholders there are, and however much stands behind each.
    if (text.length > max) return text;
  }
  return text + template.slice(at);
}

function valueOf(placeholder: string, { event, payload }: Subject): string {
  const name = placeholder.trim();
  if (!name.startsWith(PAYLOAD)) return NAMES.get(name)?.(event) ?? '';
  let value = payload;
  for (const step of stepsOf(name.slice(PAYLOAD.length))) value = childOf(value, step);
  return anyText(value);
}

/** `a.b[0]["x"]` and `a.b.0.x` are the same place. */
function stepsOf(path: string): string[] {
  return path.replaceAll(/\[(?:"([^"]*)"|'([^']*)'|([^\]]*))\]/g, '.$1$2$3').split('.');
}
