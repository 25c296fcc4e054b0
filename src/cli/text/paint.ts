const CODES = { red: 31, green: 32, yellow: 33, dim: 2, bold: 1 } as const;
export type Color = keyof typeof CODES;
export type Paint = (text: string, color: Color | null) => string;

/** Colours a text, or does not. */
export function painter(isOn: boolean): Paint {
  return (text, color) => (isOn && color !== null ? `\u001b[${CODES[color]}m${text}\u001b[0m` : text);
}

const STATES: Readonly<Record<string, Color>> = {
  TRIGGERED: 'red',
  DOWN: 'red',
  ACKNOWLEDGED: 'yellow',
  SNOOZED: 'yellow',
  DEGRADED: 'yellow',
  RESOLVED: 'green',
  UP: 'green',
  UNKNOWN: 'dim',
  PAUSED: 'dim',
};

export function colorOfState(state: string): Color | null {
  return STATES[state] ?? null;
}
