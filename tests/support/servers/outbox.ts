import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  links: string[];
  code: string | undefined;
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

function parsePart(source: string): Part {
  const end = source.indexOf('\n\n');
  const lines = source
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(headers), body: source.slice(end + 2) };
}

const fromQuotedPrintable = (text: string) =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    'latin1',
  ).toString('utf8');

function decode({ headers, body }: Part): string {
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return fromQuotedPrintable(body);
  return Buffer.from(body, 'latin1').toString('utf8');
}

/** RFC 2047: `=?UTF-8?Q?…?=` and `=?UTF-8?B?…?=` in a header. */
const decodeHeader = (value = '') =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : fromQuotedPrintable(text.replaceAll('_', ' ')),
    );

/** The leaf parts of a mail by type; parts may be nested. */
function leavesOf(part: Part): Map<string, string> {
  const type = part.headers['content-type'] ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(type)?.[1];
  if (!boundary) return new Map([[type.split(';')[0] ?? type, decode(part)]]);
  const inner = part.body.split(`--${boundary}`).slice(1, -1);
  return new Map(
    inner.flatMap((source) => [...leavesOf(parsePart(source.replace(/^\n|\n$/g, '')))]),
  );
}

export function parseMail(source: string): ReceivedMail {
  const mail = parsePart(source.replaceAll('\r\n', '\n'));
  const leaves = leavesOf(mail);
  const text = leaves.get('text/plain') ?? '';
  return {
    to: decodeHeader(mail.headers['to']),
    subject: decodeHeader(mail.headers['subject']),
    text,
    html: leaves.get('text/html') ?? '',
    headers: mail.headers,
    links: text.match(/https?:\/\/[^\s<>")]+/g) ?? [],
    code: /(?<!\d)\d{6}(?!\d)/.exec(text.replace(/https?:\/\/\S+/g, ''))?.[0],
  };
}

/** Every mail of a data folder, oldest first: file names begin with the time. */
export function readOutbox(dataDir: string): ReceivedMail[] {
  const folder = join(dataDir, 'outbox');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => parseMail(readFileSync(join(folder, name), 'latin1')));
}
