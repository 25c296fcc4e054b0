import type { EpochMs } from '../time/instant.ts';
import type { Translations } from '../translations.ts';
import { INCIDENT_STATUSES, type Impact, type IncidentStatus } from './types.ts';

export const TEMPLATE_TYPES = ['INCIDENT', 'MAINTENANCE'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

export const MAINTENANCE_STATUSES = ['NOTSTARTEDYET', 'INPROGRESS', 'COMPLETED'] as const;
export const TEMPLATE_STATUSES = [...INCIDENT_STATUSES, ...MAINTENANCE_STATUSES] as const;
export type TemplateStatus = (typeof TEMPLATE_STATUSES)[number];

/** The statuses that a template of each type can give. */
export const STATUSES_OF: Readonly<Record<TemplateType, readonly TemplateStatus[]>> = {
  INCIDENT: INCIDENT_STATUSES,
  MAINTENANCE: MAINTENANCE_STATUSES,
};

/** What is said, prepared: an incident is opened with it, or told of. */
export type IncidentTemplate = {
  readonly id: string;
  readonly pageId: string;
  readonly type: TemplateType;
  readonly name: string;
  readonly message: string;
  readonly status: TemplateStatus;
  readonly notify: boolean;
  readonly components: readonly TemplateComponent[];
  readonly translations: Translations;
  readonly createdAt: EpochMs;
};

/** A component, by its id, and how it is said to be. */
export type TemplateComponent = { readonly id: string; readonly status: Impact };

export function isIncidentStatus(status: TemplateStatus): status is IncidentStatus {
  return INCIDENT_STATUSES.some((known) => known === status);
}
