import { stringify } from 'csv-stringify/sync';

export const CSV_TYPE = 'text/csv; charset=utf-8';

/**
 * Records as CSV (RFC 4180) with a header row, null as an empty field. Text that a spreadsheet would take for a formula
 * gets an apostrophe in front.
 */
export function renderCsv<T extends Record<string, string | number | null>>(
  records: readonly T[],
  columns: readonly (keyof T & string)[],
): string {
  return stringify([...records], {
    header: true,
    columns: [...columns],
    record_delimiter: '\r\n',
    escape_formulas: true,
  });
}
