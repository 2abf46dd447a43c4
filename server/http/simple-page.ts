import type { Response } from 'express';
import { escapeHtml } from './page-document.ts';
import { styleSource } from './security-headers.ts';

export interface SimplePage {
  title: string;
  /** Plain text; each item a paragraph. */
  paragraphs: readonly string[];
  /** Below them: what is counted, and how much of it. */
  table?: readonly (readonly [what: string, count: string])[];
  /** Small paragraphs below that. */
  closing?: readonly string[];
  /** One button that posts to this very address (or `action`): a mail scanner's GET changes nothing. */
  button?: string;
  action?: string;
  link?: { href: string; text: string };
  status?: number;
}

const STYLE = `
:root{color-scheme:light dark;--ground:#fbf8f4;--text:#3b322c;--fill:#8c7b6e;--on-fill:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#171310;--text:#efe6dc;--fill:#b4a69b;--on-fill:#171310}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--text);font:1.125rem/1.6 Georgia,serif}
main{max-width:32rem;padding:2rem;text-align:center}
h1{font-size:1.75rem;font-weight:400;line-height:1.25}
button{font:inherit;min-height:3rem;padding:.5rem 1.75rem;border:0;border-radius:2rem;background:#6f5f53;color:#fff;cursor:pointer}
table{margin:1.5rem auto;border-collapse:collapse;text-align:left}
th,td{padding:.5rem 1rem;border-top:1px solid var(--fill);font-weight:400}
td{text-align:right;font-variant-numeric:tabular-nums}small{font-size:1rem}
a{color:inherit}:focus-visible{outline:3px solid var(--fill);outline-offset:3px}`;

/** A page that works where nothing else does: opened from a mail, without scripts, in any language of screen. */
export function sendSimplePage(res: Response, page: SimplePage): void {
  const action = page.action === undefined ? '' : ` action="${escapeHtml(page.action)}"`;
  const button = page.button
    ? `<form method="post"${action}><button>${escapeHtml(page.button)}</button></form>`
    : '';
  const link = page.link
    ? `<p><a href="${escapeHtml(page.link.href)}">${escapeHtml(page.link.text)}</a></p>`
    : '';
  const table = page.table
    ? `<table>${page.table.map(([what, count]) => `<tr><th scope="row">${escapeHtml(what)}</th><td>${escapeHtml(count)}</td></tr>`).join('')}</table>`
    : '';
  const closing = (page.closing ?? []).map((text) => `<p><small>${escapeHtml(text)}</small></p>`);
  res
    .status(page.status ?? 200)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src ${styleSource(STYLE)}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
      // Its address carries a token.
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    })
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(page.title)}</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(page.title)}</h1>${page.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}${table}${closing.join('')}${button}${link}</main></body></html>`,
    );
}
