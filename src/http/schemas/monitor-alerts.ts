import { z } from 'zod';
import { SSL_DAYS } from '../../core/monitor/alert.ts';
import { ALERT_TYPES, MAX_RECIPIENT_CHARS, recipientProblem } from '../../core/monitor/alert-recipient.ts';
import type { NewAlert } from '../../services/alert/create.ts';
import type { AlertSettings } from '../../services/alert/alert-input.ts';
import type { MonitorAlert } from '../../services/ports/monitor-alerts.ts';
import type { Changes } from '../../services/with-changes.ts';
import { Id, InstantOut, isoOf, Message, pagingOut, Text } from './common.ts';
import { MAX_ELEMENTS, Ref } from './elements.ts';

const Type = z.enum(ALERT_TYPES).meta({
  description:
    'How it reaches somebody. INCIDENT opens an incident for the monitor, never a second one; PHONE_CALL calls the number and says twice what happened',
});

const Recipient = z.string().max(MAX_RECIPIENT_CHARS).meta({
  description:
    "By type: an e-mail address (EMAIL), a number in E.164 form (SMS, PHONE_CALL), an http(s) URL (WEBHOOK, DISCORD, MICROSOFT_TEAMS, GOOGLE_CHAT), a webhook URL, a channel (#name or its id) or a user's e-mail (SLACK); empty for INCIDENT",
});

const flag = (description: string) => z.boolean().meta({ description });

const told = {
  whenFails: flag('Tell of every change to DOWN'),
  whenRecovers: flag('Tell of a change to UP from DOWN or DEGRADED, also by way of UNKNOWN'),
  whenDegrades: flag('Tell of a change to DEGRADED from UP or UNKNOWN'),
  whenSslExpires: flag("Tell once a certificate when its days left have fallen to 'sslExpiresInDays'"),
  sslExpiresInDays: z.number().int().min(SSL_DAYS.min).max(SSL_DAYS.max).meta({
    description: "Days before a certificate's end at which it is told",
  }),
};

const settings = {
  type: Type,
  recipient: Recipient.nullable().transform((recipient) => recipient ?? ''),
  recipientWorkspace: z.string().max(255).nullable().meta({ description: 'An identifier of yours' }),
  ...told,
  monitors: z
    .array(Ref)
    .max(MAX_ELEMENTS)
    .meta({ description: 'Ids of the monitors that it tells of; they replace the linked ones' }),
  metadata: Text.nullable().meta({ description: 'Free text' }),
};

export const AlertCreate = z
  .object({
    pageId: Id,
    ...settings,
    recipient: settings.recipient.optional(),
    recipientWorkspace: settings.recipientWorkspace.default(null),
    whenFails: told.whenFails.default(true),
    whenRecovers: told.whenRecovers.default(true),
    whenDegrades: told.whenDegrades.default(false),
    whenSslExpires: told.whenSslExpires.default(false),
    sslExpiresInDays: told.sslExpiresInDays.default(SSL_DAYS.default),
    monitors: settings.monitors.default([]),
    metadata: settings.metadata.default(null),
  })
  .superRefine(({ type, recipient }, context) => {
    const message = recipientProblem(type, recipient ?? '');
    if (message !== null) context.addIssue({ code: 'custom', path: ['recipient'], message });
  });

export const AlertChange = z.object({ pageId: Id, siteId: Id, ...settings }).partial();

const shown = {
  id: Id,
  pageId: Id,
  siteId: Id,
  type: Type,
  recipient: Recipient,
  recipientWorkspace: z.string().nullable().meta({ description: 'An identifier of yours' }),
  ...told,
  metadata: z.string().nullable().meta({ description: 'Free text' }),
  createdAt: InstantOut,
  updatedAt: InstantOut,
};

const AlertOut = z
  .object({
    ...shown,
    monitors: z.array(z.object({ id: Id })).meta({ description: 'The monitors that it tells of' }),
  })
  .meta({ id: 'MonitorAlert' });

/** A change is answered with the ids alone. */
const ChangedAlertOut = z
  .object({ ...shown, monitors: z.array(Id).meta({ description: 'Ids of the monitors that it tells of' }) })
  .meta({ id: 'ChangedMonitorAlert' });

export const AlertWrapped = z.object({ monitor: AlertOut });
export const AlertDone = AlertWrapped.extend(Message.shape);
export const AlertChanged = z.object({ monitor: ChangedAlertOut, ...Message.shape });
export const AlertList = z.object({ monitorAlerts: z.array(AlertOut), ...pagingOut });

export function newAlertOf(body: z.output<typeof AlertCreate>): NewAlert {
  return { ...body, recipient: body.recipient ?? '' };
}

export function alertChangesOf(body: z.output<typeof AlertChange>): Changes<AlertSettings> {
  const { pageId: _page, siteId: _site, ...changes } = body;
  return changes;
}

export function alertOut(alert: MonitorAlert): z.input<typeof AlertOut> {
  return { ...changedAlertOut(alert), monitors: alert.monitors.map((id) => ({ id })) };
}

export function changedAlertOut(alert: MonitorAlert): z.input<typeof ChangedAlertOut> {
  return {
    ...alert,
    siteId: alert.pageId,
    monitors: [...alert.monitors],
    createdAt: isoOf(alert.createdAt),
    updatedAt: isoOf(alert.updatedAt),
  };
}
