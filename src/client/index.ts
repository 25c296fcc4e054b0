export { createTocsinClient, type ListPath, type TocsinClient, type TocsinClientOptions } from './client.ts';
export { TocsinError, type TocsinErrorCode, type TocsinErrorDetail } from './error.ts';
export type { EventsOptions, Followed, TocsinEvent } from './events.ts';
export type { components, paths } from './schema.ts';
