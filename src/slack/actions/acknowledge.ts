import { incidentPress } from './press.ts';

/** The Acknowledge button of cards, pages and lists. */
export const acknowledge = incidentPress('acknowledge');
