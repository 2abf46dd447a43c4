const COLOURS: Record<string, number> = { fatal: 31, error: 31, warn: 33, info: 36, debug: 90 };
const HIDDEN = new Set(['level', 'time', 'pid', 'msg', 'err', 'hostname']);

/** One JSON log line as a person reads it; what is not JSON passes unchanged. */
export function formatLogLine(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const level = String(entry['level']);
  const time = String(entry['time']).slice(11, 19);
  const rest = Object.entries(entry)
    .filter(([key]) => !HIDDEN.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const error = entry['err'];
  const stack = typeof error === 'object' && error && 'stack' in error ? `\n${error.stack}` : '';
  const label = `\u001b[${COLOURS[level] ?? 0}m${level.padEnd(5)}\u001b[0m`;
  return `${time} ${label} ${[entry['msg'], ...rest].filter(Boolean).join('  ')}${stack}\n`;
}
