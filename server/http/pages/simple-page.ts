import type { Response } from 'express';
import { styleSource } from '../security-headers.ts';
import { escapeHtml } from './page-document.ts';

export interface SimplePage {
  /** Name of the site, above the title. */
  brand?: string;
  title: string;
  /** Plain text; one paragraph per item. */
  paragraphs: readonly string[];
  /** Table below the paragraphs: label and count. */
  table?: readonly (readonly [what: string, count: string])[];
  /** Small paragraphs at the end. */
  closing?: readonly string[];
  /** Label of a button that posts to the page's address or `action`. Not a link, because mail scanners open links. */
  button?: string;
  action?: string;
  /** Address on another site to which the answer to the button may redirect. */
  redirectTo?: string;
  link?: { href: string; text: string };
  status?: number;
}

const SERIF = '"Brygada 1918","Iowan Old Style",Palatino,"Book Antiqua",Georgia,serif';
const STYLE = `
:root{color-scheme:light dark;--bg:#F7F2EB;--surface:#FFFCF7;--line:#E3D9CC;--ink:#2E2520;--soft:#594B41;--faint:#6E5E53;--primary:#57473C;--hover:#43362D;--on:#FFF9F0;--linen:#B4A69B;--focus:#2F4A7A;--sky:#F0D6C2}
@media (prefers-color-scheme:dark){:root{--bg:#15110E;--surface:#201A16;--line:#352C26;--ink:#E4D6C7;--soft:#BDAD9E;--faint:#A09184;--primary:#B4A69B;--hover:#C4B6AA;--on:#1C1512;--linen:#8C7B6E;--focus:#E3B878;--sky:#232940}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-items:center;padding:1.5rem;background:linear-gradient(var(--sky),var(--bg) 60%) fixed var(--bg);color:var(--ink);font:400 1.0625rem/1.58 Commissioner,"Segoe UI",Candara,system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:clamp(2rem,8vw,3rem);background:var(--surface);border:1px solid var(--line);border-radius:1.75rem;text-align:center}
.brand{margin:0;font:400 1.1875rem/1.3 ${SERIF};color:var(--soft);letter-spacing:.02em}
.brand::after{content:"";display:block;width:1.75rem;height:2px;margin:.75rem auto 2rem;border-radius:2px;background:var(--linen)}
h1{margin:0 0 .75rem;font:430 clamp(1.625rem,1.3rem + 1.4vw,2rem)/1.2 ${SERIF};text-wrap:balance}
p{margin:0;color:var(--soft);text-wrap:balance}p+p{margin-top:.75rem}
form{margin:2rem 0 1.75rem}
button{width:100%;min-height:3.25rem;padding:.75rem 1.5rem;border:0;border-radius:999px;background:var(--primary);color:var(--on);font-family:inherit;font-size:1.0625rem;font-weight:600;line-height:1.2;cursor:pointer}
button:hover{background:var(--hover)}
table{width:100%;margin:1.5rem 0;border-collapse:collapse;text-align:left}
th,td{padding:.5rem 0;border-top:1px solid var(--line);font-weight:400}
td{text-align:right;font-variant-numeric:tabular-nums}
a{display:inline-block;padding:.75rem 0;color:inherit}
:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
.note{font-size:.9375rem;color:var(--faint)}
`;

/** A page without scripts, for links in mails. */
export function sendSimplePage(res: Response, page: SimplePage): void {
  const { brand: name = '', title, paragraphs, table, button, link, closing = [] } = page;
  const action = page.action === undefined ? '' : ` action="${escapeHtml(page.action)}"`;
  res
    .status(page.status ?? 200)
    .set({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src ${styleSource(STYLE)}; form-action ${formTargets(page)}; base-uri 'none'; frame-ancestors 'none'`,
      // The address contains a token, so no other site gets it. Our own form must still send an Origin header.
      'Referrer-Policy': button === undefined ? 'no-referrer' : 'same-origin',
      'X-Robots-Tag': 'noindex',
    })
    .type('html')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml([title, name].filter(Boolean).join(' · '))}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${name && `<p class="brand">${escapeHtml(name)}</p>`}
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
${table ? `<table>${table.map(renderRow).join('')}</table>` : ''}
${button ? `<form method="post"${action}><button type="submit">${escapeHtml(button)}</button></form>` : ''}
${closing.map((text) => `<p class="note">${escapeHtml(text)}</p>`).join('\n')}
${link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a></p>` : ''}
</main>
</body>
</html>
`);
}

const renderRow = ([what, count]: readonly [string, string]) =>
  `<tr><th scope="row">${escapeHtml(what)}</th><td>${escapeHtml(count)}</td></tr>`;

/**
 * Browsers also check the redirect after a form against `form-action`, so the target is listed; a custom scheme
 * has no origin and is listed as a scheme.
 */
function formTargets({ redirectTo }: SimplePage): string {
  if (redirectTo === undefined) return "'self'";
  const { origin, protocol } = new URL(redirectTo);
  return `'self' ${origin === 'null' ? protocol : origin}`;
}
