import { escapeHtml } from '#server/http/page-document.ts';
import type { OutboxEntry, OutboxMail } from './mail.usecases.ts';

export const MAILBOX_STYLE = `
:root{color-scheme:light dark;--bg:#F7F2EB;--surface:#FFFCF7;--line:#E3D9CC;--ink:#2E2520;--soft:#594B41;--faint:#6E5E53;--focus:#2F4A7A}
@media (prefers-color-scheme:dark){:root{--bg:#15110E;--surface:#201A16;--line:#352C26;--ink:#E4D6C7;--soft:#BDAD9E;--faint:#A09184;--focus:#E3B878}}
*{box-sizing:border-box}
body{margin:0;padding:clamp(1.25rem,5vw,4rem);background:var(--bg);color:var(--ink);font:400 1.0625rem/1.58 "Segoe UI",Candara,system-ui,sans-serif}
main{max-width:60rem;margin:0 auto}
h1{margin:0 0 1.5rem;font:400 2rem/1.2 "Iowan Old Style",Palatino,Georgia,serif}
a{color:inherit}a:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
ul{list-style:none;margin:0;padding:0;background:var(--surface);border:1px solid var(--line);border-radius:1.25rem;overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:grid;grid-template-columns:1fr auto;gap:0 1rem;padding:1rem 1.5rem;text-decoration:none}
li a:hover{background:var(--bg)}
li strong{font-weight:600}
small{font-size:.9375rem;color:var(--faint)}
dl{display:grid;grid-template-columns:auto 1fr;gap:.25rem 1rem;margin:0 0 1.5rem;color:var(--soft)}
dt{color:var(--faint)}dd{margin:0}
iframe{width:100%;height:46rem;border:1px solid var(--line);border-radius:1.25rem;background:#fff}
pre{padding:1.5rem;background:var(--surface);border:1px solid var(--line);border-radius:1.25rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.9375rem}
`;

export function renderMailboxList(mails: readonly OutboxEntry[], base: string): string {
  const items = mails.map(
    (mail) => `<li><a href="${escapeHtml(`${base}/${encodeURIComponent(mail.name)}`)}">
<strong>${escapeHtml(mail.subject)}</strong><small>${escapeHtml(readableTime(mail))}</small>
<small>${escapeHtml(mail.to)}</small><small>${escapeHtml(mail.kind)}</small></a></li>`,
  );
  const list = mails.length === 0 ? '<p>No mail yet.</p>' : `<ul>${items.join('')}</ul>`;
  return renderPage('Mailbox', `<h1>Mailbox</h1>${list}`);
}

export function renderMailPage(mail: OutboxMail, base: string): string {
  const source = `${base}/${encodeURIComponent(mail.name)}/html`;
  return renderPage(
    mail.subject,
    `<p><a href="${escapeHtml(base)}">All mails</a></p>
<h1>${escapeHtml(mail.subject)}</h1>
<dl><dt>To</dt><dd>${escapeHtml(mail.to)}</dd><dt>Sent</dt><dd>${escapeHtml(readableTime(mail))}</dd><dt>Kind</dt><dd>${escapeHtml(mail.kind)}</dd></dl>
<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${escapeHtml(source)}" title="The mail as it looks"></iframe>
<h2>As plain text</h2><pre>${escapeHtml(mail.text)}</pre>`,
  );
}

function readableTime({ sentAt }: OutboxEntry): string {
  return `${sentAt.slice(0, 10)} ${sentAt.slice(11, 19)} UTC`;
}

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${MAILBOX_STYLE}</style></head>
<body><main>${body}</main></body></html>
`;
}
