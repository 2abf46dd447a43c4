const WIRE_TIMESTAMP = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)\.(\d{3})\+00:00$/;

/** PostgreSQL's text format of rows, which PostgREST sends as CSV. */
export function toCsv(rows: readonly object[]): string {
  const parsed = rows.map((row): [string, unknown][] => Object.entries(row));
  const header = (parsed[0] ?? []).map(([name]) => quote(name)).join(',');
  const lines = parsed.map((row) => row.map(([, value]) => toCell(value)).join(','));
  return `${header}\n${lines.join('\n')}`;
}

function toCell(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'object') return quote(JSON.stringify(value));
  return quote(String(value).replace(WIRE_TIMESTAMP, toPostgresTimestamp));
}

function toPostgresTimestamp(_: string, date: string, time: string, millis: string): string {
  const fraction = millis.replace(/0+$/, '');
  return `${date} ${time}${fraction === '' ? '' : `.${fraction}`}+00`;
}

function quote(text: string): string {
  if (text !== '' && !/[\s,()"\\]/.test(text)) return text;
  return `"${text.replace(/["\\]/g, '$&$&')}"`;
}
