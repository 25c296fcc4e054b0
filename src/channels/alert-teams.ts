import type { AlertEvent } from '../core/monitor/alert-message.ts';
import { cut } from '../core/notification/message.ts';
import type { OutboundAlert } from '../services/ports/alert-sender.ts';

const MAX_TITLE_CHARS = 300;
/** A card may have about 28 kB. */
const MAX_TEXT_CHARS = 4_000;

/** Teams has names for colours, not numbers. */
const COLORS: Record<AlertEvent, 'attention' | 'warning' | 'good'> = {
  'monitor.down': 'attention',
  'monitor.degraded': 'warning',
  'monitor.recovered': 'good',
  'monitor.ssl_expiring': 'warning',
};

/** What a workflow of Microsoft Teams takes: a message with one Adaptive Card. */
export function teamsBody({ view }: OutboundAlert): string {
  const { type, title, text } = view;
  const heading = {
    type: 'TextBlock',
    text: cut(title, MAX_TITLE_CHARS),
    weight: 'bolder',
    size: 'medium',
    color: COLORS[type],
    wrap: true,
  };
  // One block a line: a single line break inside of one would be lost.
  const lines = cut(text, MAX_TEXT_CHARS)
    .split('\n')
    .map((line) => ({ type: 'TextBlock', text: line, wrap: true, spacing: 'small' }));
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [heading, ...lines],
  };
  return JSON.stringify({
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }],
  });
}
