/** Slash commands, as the app's manifest names them. */
export const COMMANDS = {
  onCall: '/oncall',
  incident: '/incident',
} as const;

/** Buttons. Every button about an incident carries the incident's id as its value. */
export const ACTIONS = {
  acknowledge: 'incident_acknowledge',
  resolve: 'incident_resolve',
} as const;

/** Views that are submitted. */
export const CALLBACKS = {
  newIncident: 'incident_new',
} as const;

/** The global shortcut and the shortcut on a message. */
export const SHORTCUTS = {
  newIncident: 'incident_new_shortcut',
  newIncidentFromMessage: 'incident_new_from_message',
} as const;

/** Blocks of views whose input is read at submission, and the action id inside each of them. */
export const INPUTS = {
  page: { block: 'page', action: 'page_value' },
  name: { block: 'name', action: 'name_value' },
  description: { block: 'description', action: 'description_value' },
  impact: { block: 'impact', action: 'impact_value' },
} as const;
