import type { ComponentUptime, PublicPage } from '../../services/page/public-page.ts';
import type { Component } from '../../services/ports/components.ts';
import { escapeHtml } from '../html.ts';
import { dayWords, IMPACT_WORDS } from './words.ts';

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

function groupHtml(shown: Shown, group: Component, members: readonly Component[]): string {
  return `<div class="group">${rowHtml(shown, group)}
<div class="members">${members.map((member) => rowHtml(shown, member)).join('\n')}</div></div>`;
}

function rowHtml({ uptimes }: Shown, component: Component): string {
  const { id, name, description, status, showUptime } = component;
  const { words, tone } = IMPACT_WORDS[status];
  const uptime = showUptime ? uptimes.get(id) : undefined;
  return `<div class="component"><div class="row"><span class="name">${escapeHtml(name)}</span>${
    uptime === undefined ? '' : `<span class="percent">${percentWords(uptime.percent)} up</span>`
  }<span class="state ${tone}">${words}</span></div>${
    description === '' ? '' : `<p class="about">${escapeHtml(description)}</p>`
  }${uptime === undefined ? '' : daysHtml(uptime)}</div>`;
}

/** Two decimals, rounded down: 99.999 is not 100. */
function percentWords(percent: number): string {
  return `${(Math.floor(percent * 100) / 100).toFixed(2)} %`;
}

function daysHtml({ days }: ComponentUptime): string {
  const bars = days.map(({ date, worst }) => {
    const { words, tone } = worst === null ? { words: 'No data', tone: 'none' } : IMPACT_WORDS[worst];
    return `<i class="${tone}" title="${dayWords(date)}: ${words}"></i>`;
  });
  return bars.length === 0 ? '' : `<div class="days" aria-hidden="true">${bars.join('')}</div>`;
}
