import { incidentPress } from './press.ts';

/** The Resolve button of cards, pages and lists. */
export const resolve = incidentPress('resolve');
