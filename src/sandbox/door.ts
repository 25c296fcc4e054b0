/** How every route here is registered: no API key (each has its own check), and no part of the API's description. */
export const door = { config: { access: 'public' }, schema: { hide: true } } as const;
/** The same for what people open in a browser. */
export const doorForPeople = {
  config: { access: 'public', forPeople: true },
  schema: { hide: true },
} as const;
