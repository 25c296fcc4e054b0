import { z } from 'zod';
import {
  anyText,
  confirmDialog,
  identifier,
  option,
  optionGroups,
  options,
  plainText,
  webAddress,
} from './text.ts';

const common = {
  action_id: identifier.optional(),
  confirm: confirmDialog.optional(),
  focus_on_load: z.boolean().optional(),
};
const placeholder = { placeholder: plainText(150).optional() };
const dispatch = { dispatch_action_config: z.unknown().optional() };
const manySelected = { max_selected_items: z.number().int().min(1).optional() };

export const button = z.strictObject({
  type: z.literal('button'),
  text: plainText(75),
  action_id: identifier.optional(),
  value: z.string().max(2_000).optional(),
  url: webAddress.optional(),
  style: z.enum(['primary', 'danger']).optional(),
  confirm: confirmDialog.optional(),
  accessibility_label: z.string().max(75).optional(),
});

export const image = z.strictObject({
  type: z.literal('image'),
  image_url: webAddress,
  alt_text: z.string().max(2_000),
});

const oneOrGroups = (
  element: { options?: unknown; option_groups?: unknown },
  check: z.RefinementCtx<unknown>,
): void => {
  if ((element.options === undefined) === (element.option_groups === undefined)) {
    check.addIssue({ code: 'custom', message: 'must have either options or option_groups' });
  }
};

const staticSelect = z
  .strictObject({
    type: z.literal('static_select'),
    ...common,
    ...placeholder,
    options: options(100).optional(),
    option_groups: optionGroups.optional(),
    initial_option: option.optional(),
  })
  .superRefine(oneOrGroups);

const multiStaticSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...common,
    ...placeholder,
    ...manySelected,
    options: options(100).optional(),
    option_groups: optionGroups.optional(),
    initial_options: options(100).optional(),
  })
  .superRefine(oneOrGroups);

/** A menu of the workspace's people or channels. */
const lookup = <T extends string>(type: T, initial: string) =>
  z.strictObject({
    type: z.literal(type),
    ...common,
    ...placeholder,
    [initial]: z.string().optional(),
    filter: z.unknown().optional(),
    default_to_current_conversation: z.boolean().optional(),
    response_url_enabled: z.boolean().optional(),
  });

const multiLookup = <T extends string>(type: T, initial: string) =>
  z.strictObject({
    type: z.literal(type),
    ...common,
    ...placeholder,
    ...manySelected,
    [initial]: z.array(z.string()).optional(),
    filter: z.unknown().optional(),
    default_to_current_conversation: z.boolean().optional(),
  });

const overflow = z.strictObject({
  type: z.literal('overflow'),
  action_id: identifier.optional(),
  options: options(5),
  confirm: confirmDialog.optional(),
});
const radioButtons = z.strictObject({
  type: z.literal('radio_buttons'),
  ...common,
  options: options(10),
  initial_option: option.optional(),
});
const checkboxes = z.strictObject({
  type: z.literal('checkboxes'),
  ...common,
  options: options(10),
  initial_options: options(10).optional(),
});
const datePicker = z.strictObject({
  type: z.literal('datepicker'),
  ...common,
  ...placeholder,
  initial_date: z.iso.date().optional(),
});
const timePicker = z.strictObject({
  type: z.literal('timepicker'),
  ...common,
  ...placeholder,
  initial_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be HH:mm')
    .optional(),
  timezone: z.string().optional(),
});
const dateTimePicker = z.strictObject({
  type: z.literal('datetimepicker'),
  ...common,
  initial_date_time: z.number().int().min(1_000_000_000).max(9_999_999_999).optional(),
});
const plainTextInput = z.strictObject({
  type: z.literal('plain_text_input'),
  ...common,
  ...placeholder,
  ...dispatch,
  initial_value: z.string().max(3_000).optional(),
  multiline: z.boolean().optional(),
  min_length: z.number().int().min(0).max(3_000).optional(),
  max_length: z.number().int().min(1).max(3_000).optional(),
});
const textLike = <T extends string>(type: T) =>
  z.strictObject({
    type: z.literal(type),
    ...common,
    ...placeholder,
    ...dispatch,
    initial_value: z.string().optional(),
  });
const numberInput = z.strictObject({
  type: z.literal('number_input'),
  ...common,
  ...placeholder,
  ...dispatch,
  is_decimal_allowed: z.boolean(),
  initial_value: z.string().optional(),
  min_value: z.string().optional(),
  max_value: z.string().optional(),
});

const menus = [
  staticSelect,
  multiStaticSelect,
  lookup('users_select', 'initial_user'),
  lookup('channels_select', 'initial_channel'),
  lookup('conversations_select', 'initial_conversation'),
  multiLookup('multi_users_select', 'initial_users'),
  multiLookup('multi_channels_select', 'initial_channels'),
  multiLookup('multi_conversations_select', 'initial_conversations'),
] as const;
const pickers = [radioButtons, checkboxes, datePicker, timePicker, dateTimePicker] as const;

/** What an actions block holds. */
export const actionElement = z.discriminatedUnion('type', [button, overflow, ...menus, ...pickers]);

/** What stands at the right of a section. */
export const accessory = z.discriminatedUnion('type', [button, overflow, image, ...menus, ...pickers]);

/** What an input block asks with. */
export const inputElement = z.discriminatedUnion('type', [
  plainTextInput,
  textLike('email_text_input'),
  textLike('url_text_input'),
  numberInput,
  ...menus,
  ...pickers,
]);

/** What a context block holds. */
export const contextElement = z.union([anyText(3_000), image]);
