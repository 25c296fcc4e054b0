import { field, isObject, listField, textField, type JsonObject } from '../json.ts';

/** Something a person can press, choose or fill in, and the block it stands in. */
export type Control = { readonly blockId: string; readonly actionId: string; readonly element: JsonObject };

/** Everything usable in the blocks, in order. */
export function controlsOf(blocks: readonly unknown[]): Control[] {
  return blocks.flatMap((block) => {
    if (!isObject(block)) return [];
    const blockId = textField(block, 'block_id') ?? '';
    return [block['accessory'], block['element'], ...listField(block, 'elements')].flatMap((element) => {
      const actionId = textField(element, 'action_id');
      return isObject(element) && actionId !== undefined ? [{ blockId, actionId, element }] : [];
    });
  });
}

/** All options of a menu, those in groups too. */
function optionsOf(element: JsonObject): readonly unknown[] {
  return [
    ...listField(element, 'options'),
    ...listField(element, 'option_groups').flatMap((group) => listField(group, 'options')),
  ];
}

/** The shape of a value, by the kind of element: where it goes in the payload and how it is read. */
type Reading = (element: JsonObject, raw: unknown) => Record<string, unknown>;

const one =
  (key: string): Reading =>
  (element, raw) => ({ [key]: optionsOf(element).find((it) => field(it, 'value') === raw) ?? null });
const some =
  (key: string): Reading =>
  (element, raw) => ({
    [key]: optionsOf(element).filter((it) => Array.isArray(raw) && raw.includes(field(it, 'value'))),
  });
const word =
  (key: string): Reading =>
  (_element, raw) => ({ [key]: typeof raw === 'string' && raw !== '' ? raw : null });
const words =
  (key: string): Reading =>
  (_element, raw) => ({ [key]: Array.isArray(raw) ? raw.filter((it) => typeof it === 'string') : [] });

const READINGS: Readonly<Record<string, Reading>> = {
  static_select: one('selected_option'),
  radio_buttons: one('selected_option'),
  overflow: one('selected_option'),
  multi_static_select: some('selected_options'),
  checkboxes: some('selected_options'),
  users_select: word('selected_user'),
  channels_select: word('selected_channel'),
  conversations_select: word('selected_conversation'),
  multi_users_select: words('selected_users'),
  multi_channels_select: words('selected_channels'),
  multi_conversations_select: words('selected_conversations'),
  datepicker: word('selected_date'),
  timepicker: word('selected_time'),
  datetimepicker: (_element, raw) => ({
    selected_date_time: typeof raw === 'number' ? Math.trunc(raw) : null,
  }),
  plain_text_input: word('value'),
  email_text_input: word('value'),
  url_text_input: word('value'),
  number_input: word('value'),
};

/** What the app is told of a press or a choice; the element's own words come from the message, never from the page. */
export function actionJson(
  { blockId, actionId, element }: Control,
  raw: unknown,
  actionTs: string,
): JsonObject {
  const type = textField(element, 'type') ?? '';
  const kept = ['text', 'value', 'style', 'url', 'placeholder'].filter((key) => element[key] !== undefined);
  return {
    type,
    block_id: blockId,
    action_id: actionId,
    ...(type === 'button' && Object.fromEntries(kept.map((key) => [key, element[key]]))),
    ...READINGS[type]?.(element, raw),
    action_ts: actionTs,
  };
}

/** The `state.values` of blocks: by block and action, what is chosen or written. `raw` is the page's, in the same form. */
export function stateValues(blocks: readonly unknown[], raw: unknown): JsonObject {
  const values: Record<string, Record<string, unknown>> = {};
  for (const { blockId, actionId, element } of controlsOf(blocks)) {
    const type = textField(element, 'type') ?? '';
    const reading = READINGS[type];
    if (reading === undefined || type === 'overflow') continue;
    const value = field(field(raw, blockId), actionId);
    (values[blockId] ??= {})[actionId] = { type, ...reading(element, value) };
  }
  return values;
}
