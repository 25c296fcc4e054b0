import type { TimeZone } from '../../time/zone.ts';
import type { Scale } from './scale.ts';
import { textWidth } from './text.ts';
import { majorLabels, minorLabels } from './tick-labels.ts';
import { TICK_STEPS, ticksWithin, YEARS, type Tick, type TickStep, type TickUnit } from './ticks.ts';

/** The label of the tick at `x`, or of the one before the left edge; it keeps clear of the next one. */
export type AxisLabel = { readonly x: number; readonly text: string };

export type AxisRow = { readonly lines: readonly number[]; readonly labels: readonly AxisLabel[] };

/** The finer row, and the coarser one above it. */
export type Axis = { readonly step: TickStep; readonly minor: AxisRow; readonly major: AxisRow };

type Labeller = (unit: TickUnit, wall: Tick['wall']) => string[];
type RowOf = { readonly step: TickStep; readonly role: 'minor' | 'major'; readonly labelsOf: Labeller };

/** Free room behind a label. */
const ROOM = 5;
/** From a tick to its label. */
export const LABEL_INDENT = 3;

const ABOVE: Record<TickUnit, TickUnit | null> = {
  CLOCK: 'DAY',
  DAY: 'MONTH',
  WEEK: 'MONTH',
  MONTH: 'YEAR',
  YEAR: null,
};

/** The finest marks whose labels have room, and what stands above them, on the wall clock of `zone`. */
export function axisOf(scale: Scale, zone: TimeZone): Axis {
  const step = finestStep(scale);
  const above = ABOVE[step.unit];
  const stepAbove = TICK_STEPS.find(({ unit }) => unit === above);
  return {
    step,
    minor: rowOf({ step, role: 'minor', labelsOf: minorLabels }, scale, zone),
    major:
      stepAbove === undefined
        ? { lines: [], labels: [] }
        : rowOf({ step: stepAbove, role: 'major', labelsOf: majorLabels }, scale, zone),
  };
}

/** As wide as each unit's shortest labels get. */
const NARROWEST: Record<TickUnit, string> = {
  CLOCK: '00:00',
  DAY: '00',
  WEEK: '00 May',
  MONTH: 'May',
  YEAR: '0000',
};

function finestStep(scale: Scale): TickStep {
  const fits = ({ unit, everyMs }: TickStep): boolean =>
    scale.length(everyMs) >= LABEL_INDENT + textWidth(NARROWEST[unit], 'minor') + ROOM;
  return TICK_STEPS.find(fits) ?? YEARS;
}

function rowOf(row: RowOf, scale: Scale, zone: TimeZone): AxisRow {
  const { step, role, labelsOf } = row;
  const ticks = ticksWithin(step, zone, scale.window);
  const cells = ticks.map(({ at, wall }, index) => {
    const x = scale.x(at);
    const next = ticks[index + 1];
    const end = next === undefined ? scale.right : scale.x(next.at);
    return { x, room: end - x - LABEL_INDENT - ROOM, isBegun: at < scale.window.start, wall };
  });
  const widthOf = (text: string) => textWidth(text, role);
  // One form for all cells that are whole; those at the edges may need a shorter one.
  const inner = cells.slice(1, -1);
  const forms = labelsOf(step.unit, cells[0]?.wall ?? (0 as Tick['wall'])).length;
  const isRoomy = (form: number): boolean =>
    inner.every(({ wall, room }) => widthOf(labelsOf(step.unit, wall)[form] ?? '') <= room);
  const form = [...Array(forms).keys()].find(isRoomy) ?? forms - 1;

  const labels = cells.flatMap(({ x, room, isBegun, wall }): AxisLabel[] => {
    if (isBegun && !namesAll(step)) return [];
    const text = labelsOf(step.unit, wall).find((label, i) => i >= form && widthOf(label) <= room);
    return text === undefined ? [] : [{ x, text }];
  });
  return { lines: cells.filter(({ isBegun }) => !isBegun).map(({ x }) => x), labels };
}

/** Whether a label holds for all the time up to the next one, or only for the instant it stands at. */
function namesAll({ unit, count }: TickStep): boolean {
  return unit !== 'CLOCK' && unit !== 'WEEK' && count === 1;
}
