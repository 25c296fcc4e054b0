import type { UptimeDay } from '../../core/component/uptime-days.ts';
import type { ComponentUptime, PublicPage } from '../../services/page/public-page.ts';
import type { Component } from '../../services/ports/components.ts';
import { escapeHtml } from '../html.ts';
import { isoOf } from '../schemas/common.ts';
import { dayWords, IMPACT_WORDS, worstOf, type Tone } from './words.ts';

type Shown = Pick<PublicPage, 'components' | 'uptimes'>;

/** The components with how they are, those of a group together beneath its name. */
export function componentsHtml(shown: Shown): string {
  const { components } = shown;
  if (components.length === 0) return '';
  const there = new Set(components.map(({ id }) => id));
  const rows = components
    .filter(({ groupId }) => groupId === null || !there.has(groupId))
    .map((component) => {
      const members = components.filter(({ groupId }) => groupId === component.id);
      return members.length === 0 ? rowHtml(shown, component) : groupHtml(shown, component, members);
    });
  return `<section aria-labelledby="components"><h2 id="components">Components</h2>
<div class="panel">${rows.join('\n')}</div></section>`;
}

/** A group is as bad as the worst of what it holds, each of which shows its own uptime. */
function groupHtml(shown: Shown, group: Component, members: readonly Component[]): string {
  const status = worstOf([group, ...members].map((one) => one.status));
  return `<div class="group">${rowHtml({ ...shown, uptimes: new Map() }, { ...group, status })}
<div class="members">${members.map((member) => rowHtml(shown, member)).join('\n')}</div></div>`;
}

function rowHtml({ uptimes }: Shown, { id, name, description, status }: Component): string {
  const { words, tone } = IMPACT_WORDS[status];
  const uptime = uptimes.get(id);
  return `<div class="component"><div class="row"><span class="name">${escapeHtml(name)}</span><span class="state ${tone}">${words}</span></div>${
    description === '' ? '' : `<p class="about">${escapeHtml(description)}</p>`
  }${uptime === undefined ? '' : uptimeHtml(uptime)}</div>`;
}

/** Two decimals, cut: 99.999 is not 100. */
function percentWords(percent: number): string {
  return `${(Math.floor(percent * 100) / 100).toFixed(2)} %`;
}

function uptimeHtml({ percent, days }: ComponentUptime): string {
  const bars = runsOf(days).map(({ first, last, length, tone }) => {
    const from = dayWords(isoOf(first.start));
    const when = length === 1 ? from : `${from} – ${dayWords(isoOf(last.start))}`;
    const words = first.percent === null ? 'no data' : `${percentWords(first.percent)} up`;
    return `<i class="${tone}" style="flex:${length}" title="${when}: ${words}"></i>`;
  });
  return `<div class="days" aria-hidden="true">${bars.join('')}</div>
<p class="span"><span aria-hidden="true">${days.length} days ago</span><span>${percentWords(percent)} up</span><span aria-hidden="true">Today</span></p>`;
}

type Run = { first: UptimeDay; last: UptimeDay; length: number; tone: Tone | 'none' };

/** Days that follow each other and were up to the same percent are one element: pages of many components stay small. */
function runsOf(days: readonly UptimeDay[]): Run[] {
  const runs: Run[] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run !== undefined && run.first.percent === day.percent) {
      run.last = day;
      run.length += 1;
    } else {
      runs.push({ first: day, last: day, length: 1, tone: toneOf(day.percent) });
    }
  }
  return runs;
}

function toneOf(percent: number | null): Tone | 'none' {
  if (percent === null) return 'none';
  if (percent === 100) return 'ok';
  if (percent >= 99) return 'slow';
  return percent >= 95 ? 'part' : 'down';
}
