import { cut } from '../notification/message.ts';
import { render, type Subject } from './render.ts';
import type { Template } from './types.ts';

/** As long as an incident's name and text may be. */
const MAX_NAME = 255;
const MAX_TEXT = 10_000;

/** What an incident that an event opens is called, and its text: the description and the link where no template says more. */
export function openingWords(template: Template | null, subject: Subject): { name: string; message: string } {
  const { title, description, url } = subject.event;
  const message =
    template?.message === undefined
      ? [description, url].filter((line) => line !== '').join('\n')
      : render(template.message, subject, MAX_TEXT);
  return { name: nameBy(template, subject) ?? nameOf(title), message: textOf(message) };
}

/** What an incident is called once an event has resolved it (null: as before), and what is told of that (may be empty). */
export function resolvingWords(
  template: Template | null,
  subject: Subject,
): { name: string | null; message: string } {
  const message =
    template?.message === undefined ? subject.event.description : render(template.message, subject, MAX_TEXT);
  return { name: nameBy(template, subject), message: textOf(message) };
}

/** Null where there is no template, and for one of which nothing is left: a nameless incident helps nobody. */
function nameBy(template: Template | null, subject: Subject): string | null {
  if (template?.name === undefined) return null;
  const name = nameOf(render(template.name, subject, MAX_NAME));
  return name === '' ? null : name;
}

/** One line. */
function nameOf(text: string): string {
  return cut(text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), MAX_NAME);
}

function textOf(text: string): string {
  return cut(text.trim(), MAX_TEXT);
}
