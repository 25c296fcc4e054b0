import type { IncidentStatus } from '../incident/types.ts';

const WORDS: Record<IncidentStatus, string> = {
  INVESTIGATING: 'Investigating',
  IDENTIFIED: 'Identified',
  MONITORING: 'Monitoring',
  RESOLVED: 'Resolved',
};

/** How far the work on an incident is, as readers see it. */
export function incidentStatusWords(status: IncidentStatus): string {
  return WORDS[status];
}

/** What subscribers read of an incident. `message` may be empty, and is what is new. */
export function incidentAnnouncement(input: {
  name: string;
  status: IncidentStatus;
  componentNames: readonly string[];
  message: string;
}): { title: string; text: string } {
  const { name, status, componentNames, message } = input;
  const facts = [
    `Status: ${WORDS[status]}`,
    ...(componentNames.length === 0 ? [] : [`Affects: ${componentNames.join(', ')}`]),
  ].join('\n');
  return { title: `${WORDS[status]}: ${name}`, text: message === '' ? facts : `${facts}\n\n${message}` };
}
