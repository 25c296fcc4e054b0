/** Slash commands, as the app's manifest names them. */
export const COMMANDS = {
  onCall: '/oncall',
  incident: '/incident',
} as const;

/** Buttons, menus and inputs. Every button about an incident carries the incident's id as its value. */
export const ACTIONS = {
  acknowledge: 'incident_acknowledge',
  unacknowledge: 'incident_unacknowledge',
  resolve: 'incident_resolve',
  reopen: 'incident_reopen',
  escalate: 'incident_escalate',
  snooze: 'incident_snooze',
  reassign: 'incident_reassign',
  note: 'incident_note',
  /** A link to the incident in the browser; Slack sends a press of it too, and it must be acknowledged. */
  open: 'incident_open',
  /** The button that opens the view of a new incident. */
  declare: 'incident_declare',
  /** The overrides of a schedule, from the on-call answer. */
  override: 'oncall_override',
  /** Picks the page where a channel does not say which. */
  pickPage: 'page_pick',
} as const;

/** Views that are submitted. */
export const CALLBACKS = {
  newIncident: 'incident_new',
  snooze: 'incident_snooze_view',
  reassign: 'incident_reassign_view',
  note: 'incident_note_view',
  override: 'oncall_override_view',
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
  components: { block: 'components', action: 'components_value' },
  minutes: { block: 'minutes', action: 'minutes_value' },
  target: { block: 'target', action: 'target_value' },
  text: { block: 'text', action: 'text_value' },
  schedule: { block: 'schedule', action: 'schedule_value' },
  member: { block: 'member', action: 'member_value' },
  start: { block: 'start', action: 'start_value' },
  end: { block: 'end', action: 'end_value' },
} as const;
