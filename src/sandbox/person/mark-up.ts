import type { Workspace } from '../workspace.ts';

/** The three characters that mean something in chat, as entities. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Special characters as entities; "@Name" and "#channel" as the marks that mean them. */
export async function markedUp(workspace: Workspace, text: string): Promise<string> {
  const people = (await workspace.people()).toSorted((a, b) => b.name.length - a.name.length);
  const channels = (await workspace.channels()).flatMap((it) =>
    it.name === null ? [] : [{ id: it.id, name: it.name }],
  );
  let marked = escaped(text);
  for (const { name, userId } of people) {
    if (name !== '') marked = marked.replaceAll(`@${escaped(name)}`, `<@${userId}>`);
  }
  for (const { id, name } of channels.toSorted((a, b) => b.name.length - a.name.length)) {
    marked = marked.replaceAll(new RegExp(`(^|\\s)#${name}(?=\\s|$)`, 'g'), `$1<#${id}>`);
  }
  return marked;
}
