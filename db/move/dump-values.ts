import { isBooleanColumn, isJsonColumn } from '../codecs.ts';

const LETTERS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{1,2})|(.?))/gs;
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A letter for each byte → what the bytes say. */
export function decodeText(bytes: string): string {
  if (!/[\x80-\xff]/.test(bytes)) return bytes;
  try {
    return strict.decode(Buffer.from(bytes, 'latin1'));
  } catch {
    throw new Error('It has a text that is not UTF-8. Make it with --encoding=UTF8.');
  }
}

/** A value as COPY writes it. */
export function decodeCopied(field: string): string | null {
  if (field === '\\N') return null;
  if (!field.includes('\\')) return decodeText(field);
  return decodeText(
    field.replace(ESCAPE, (_, octal?: string, hex?: string, letter = '') => {
      if (octal) return String.fromCharCode(Number.parseInt(octal, 8) & 255);
      if (hex) return String.fromCharCode(Number.parseInt(hex, 16));
      if (letter === '') throw new Error('It has a value that ends in the middle of a sign.');
      return LETTERS[letter] ?? letter;
    }),
  );
}

const JSON_COLUMNS = [
  'auth.users.raw_user_meta_data',
  'auth.users.raw_app_meta_data',
  'auth.identities.identity_data',
];
const NUMBERED = ['public.audio_content.id'];
const MOMENT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:([+-]\d\d)(?::?(\d\d))?)?$/;

/** What a database would have answered, had it been asked for the row as JSON. */
export function typedValue(table: string, column: string, text: string | null): unknown {
  if (text === null) return null;
  const [schema, name = ''] = table.split('.');
  const isOurs = schema === 'public';
  if (isOurs && isBooleanColumn(name, column)) return booleanOf(table, column, text);
  if ((isOurs && isJsonColumn(name, column)) || JSON_COLUMNS.includes(`${table}.${column}`)) {
    return jsonOf(table, column, text);
  }
  if (NUMBERED.includes(`${table}.${column}`)) return Number(text);
  const [, day, time, hours = '+00', minutes = '00'] =
    (/_(at|until|date)$/.test(column) && MOMENT.exec(text)) || [];
  return day === undefined ? text : `${day}T${time}${hours}:${minutes}`;
}

function booleanOf(table: string, column: string, text: string): boolean {
  if (text === 't' || text === 'true') return true;
  if (text === 'f' || text === 'false') return false;
  throw new Error(`${table}.${column} is “${text.slice(0, 20)}”, and should be true or false.`);
}

function jsonOf(table: string, column: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${table}.${column} has a value that is not JSON.`);
  }
}
