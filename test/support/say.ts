/** Says something that whoever reads the run's output is to see: a measurement, a seed, why something was left out. */
export function say(line: string): void {
  // oxlint-disable-next-line no-console
  console.info(line);
}
