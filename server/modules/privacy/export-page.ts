import type { PersonExport } from '#contract/calls/person-export.ts';
import type { Brand } from '#contract/constants/pages/brand.ts';
import { escapeHtml } from '#server/http/pages/page-document.ts';

/** A cell: text, a time or JSON. */
type Value = string | number | boolean | null | object;
type Row = Readonly<Record<string, Value>>;

const TITLES: Record<Exclude<keyof PersonExport, 'version' | 'exported_at' | 'email'>, string> = {
  account: 'Your account',
  sessions: 'Where you are signed in',
  profile: 'Your profile',
  pictures: 'Your pictures',
  favorites: 'Your favorites',
  plays: 'What you played',
  positions: 'Where you left off',
  subscription: 'Your subscription',
  codes: 'Codes you redeemed',
  tickets: 'What you wrote to us, and our answers',
  notifications: 'Notifications',
  consents: 'What you agreed to',
  newsletter: 'The newsletter',
  deletion_requests: 'Your requests to be deleted',
};

const STYLE = `
:root{color-scheme:light dark;--ground:#fbf8f4;--text:#3b322c;--soft:#6e5e53;--line:#e3d9cc}
@media (prefers-color-scheme:dark){:root{--ground:#171310;--text:#efe6dc;--soft:#bdad9e;--line:#352c26}}
body{margin:0 auto;max-width:46rem;padding:2.5rem 1.25rem;background:var(--ground);color:var(--text);font:1rem/1.6 Georgia,serif}
h1{font-size:2rem;font-weight:400;line-height:1.2;margin:0}h2{font-size:1.25rem;font-weight:400;margin:2.5rem 0 .5rem}
.soft{color:var(--soft)}dl{margin:0 0 1.25rem;border-top:1px solid var(--line)}
dl div{display:grid;grid-template-columns:12rem minmax(0,1fr);gap:0 1rem;padding:.35rem 0;border-bottom:1px solid var(--line)}
dt{color:var(--soft)}dd{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
@media (max-width:32rem){dl div{grid-template-columns:1fr}}
@media print{:root{--ground:#fff;--text:#000;--soft:#444;--line:#bbb}body{max-width:none;padding:0;font-size:10.5pt}dl,h2{break-inside:avoid}h2{break-after:avoid}}`;

/** Renders the export as one HTML file in pieces, without scripts or external resources. */
export function* renderExportPage(
  data: PersonExport,
  { name, email: contact }: Brand,
): Generator<string> {
  const { version: _version, exported_at, email, ...parts } = data;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`What ${name} keeps about ${email}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="soft">${escapeHtml(name)}</p>
<h1>What we keep about you</h1>
<p class="soft">${escapeHtml(`${email}, as of ${formatTime(exported_at)}. Questions? Write to ${contact}.`)}</p>
</header>
<main>
`;
  for (const [member, title] of entriesOf(TITLES)) yield* renderPart(title, parts[member]);
  yield '</main>\n</body>\n</html>\n';
}

function* renderPart(title: string, part: Row | readonly Row[] | null): Generator<string> {
  const rows = part === null ? [] : [part].flat();
  yield `<section>\n<h2>${escapeHtml(title)}</h2>\n`;
  for (const row of rows) yield renderFacts(row);
  if (rows.length === 0) yield '<p class="soft">Nothing.</p>\n';
  yield '</section>\n';
}

/** Shows a track's title and hides its id. */
const keysOf = (row: Row) => Object.keys(row).filter((key) => key !== 'content_id');

/** Omits empty values. */
function renderFacts(row: Row): string {
  const lines = keysOf(row).flatMap((key) => {
    const text = textOf(row[key]);
    const line = `<div><dt>${escapeHtml(labelOf(key))}</dt><dd>${escapeHtml(text)}</dd></div>`;
    return text === '' ? [] : [line];
  });
  return `<dl>${lines.join('')}</dl>\n`;
}

/** 'email_confirmed_at' → 'Email confirmed at' */
function labelOf(key: string): string {
  const words = key.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Empty for missing values. */
function textOf(value: Value | undefined): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (isConversation(value)) return value.map(formatMessage).join('\n\n');
  if (typeof value === 'object') return JSON.stringify(value, null, 2);
  const text = String(value);
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? formatTime(text) : text;
}

type Message = PersonExport['tickets'][number]['messages'][number];

/** Whether a nested list holds the messages of a ticket. */
function isConversation(value: object | string | number): value is readonly Message[] {
  return (
    Array.isArray(value) && value.every((item) => typeof item === 'object' && 'author' in item)
  );
}

function formatMessage({ author, text, created_at }: Message): string {
  return `${author === 'person' ? 'You' : 'We'}, ${formatTime(created_at)}: ${text}`;
}

function isEmpty(value: Value | undefined): value is null | undefined | '' {
  if (value === null || value === undefined || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

function formatTime(at: string): string {
  return `${TIME_FORMAT.format(new Date(at))} UTC`;
}

function entriesOf<Key extends string>(record: Record<Key, string>): [Key, string][] {
  // Object.entries loses the record's key type.
  return Object.entries(record) as [Key, string][];
}
