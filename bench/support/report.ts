import { cpus, loadavg } from 'node:os';

export function say(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** What the figures were taken on, and how busy it was then: a figure without it says little. */
export function sayMachine(): void {
  const [first] = cpus();
  const load = loadavg().map((value) => value.toFixed(2));
  say(
    `Node ${process.version}, ${cpus().length} × ${first?.model.trim() ?? 'unknown'}, load ${load.join(' ')}`,
  );
}

/** Rows under a header, the first column to the left and figures to the right. */
export function sayTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ');
  say(line(header));
  say(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) say(line(row));
}

/** The value that the share `p` of all values does not exceed; NaN of nothing. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * p) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

export function count(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A figure against its target; a miss fails the run. */
export function sayTarget(what: string, figure: string, target: string, isMet: boolean): void {
  say(`${isMet ? 'met   ' : 'MISSED'}  ${what}: ${figure} (target ${target})`);
  if (!isMet) process.exitCode = 1;
}
