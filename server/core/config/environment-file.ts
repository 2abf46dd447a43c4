/** A line of a settings file that systemd would ignore or misread. */
export class EnvironmentFileError extends Error {
  readonly line: number;

  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`);
    this.name = 'EnvironmentFileError';
    this.line = line;
  }
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Inside double quotes a backslash escapes only these. */
const ESCAPED = /["\\$`]/;

/**
 * Parses `NAME=value` lines as systemd's EnvironmentFile= does (systemd.exec(5)): comments, quotes, continued
 * lines, blanks around name and value. Rejects what systemd silently skips.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  let at = 0;
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;

  while (at < text.length) {
    const start = at;
    const end = endOfLine(text, at);
    const line = text.slice(start, end).trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) {
      at = end + 1;
      continue;
    }
    const equals = text.indexOf('=', start);
    if (equals < 0 || equals > end) {
      throw new EnvironmentFileError(lineAt(start), 'it has no "=" after the name');
    }
    const name = text.slice(start, equals).trim();
    if (!NAME.test(name)) throw new EnvironmentFileError(lineAt(start), `"${name}" is not a name`);
    const value = readValue(text, equals + 1);
    if (value === undefined) {
      throw new EnvironmentFileError(lineAt(start), `the quote of ${name} is not closed`);
    }
    settings[name] = value.text;
    at = value.end + 1;
  }
  return settings;
}

const endOfLine = (text: string, from: number) => {
  const found = text.indexOf('\n', from);
  return found < 0 ? text.length : found;
};

/** Undefined for an unclosed quote. `end` is the line break after the value. */
function readValue(text: string, from: number): { text: string; end: number } | undefined {
  let value = '';
  /** Length of the value without trailing blanks. */
  let trimmed = 0;
  // 'start' also follows a closed quote, where a second quote may begin.
  let state: 'start' | 'bare' | '"' | "'" = 'start';
  let at = from;
  const add = (chars: string) => {
    value += chars;
    trimmed = value.length;
  };
  for (; at < text.length; at += 1) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (state === '"' || state === "'") {
      if (char === state) state = 'start';
      else if (state === '"' && char === '\\' && (next === '\n' || ESCAPED.test(next))) {
        at += 1;
        if (next !== '\n') add(next);
      } else add(char);
    } else if (char === '\n') break;
    else if (state === 'start' && (char === '"' || char === "'")) state = char;
    else if (char === '\\') {
      at += 1;
      if (next !== '\n') {
        add(next);
        state = 'bare';
      }
    } else if (!/\s/.test(char)) {
      add(char);
      state = 'bare';
    } else if (state === 'bare') value += char;
  }
  return state === '"' || state === "'" ? undefined : { text: value.slice(0, trimmed), end: at };
}
