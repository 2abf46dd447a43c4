import { createHash } from 'node:crypto';
import { escapeHtml } from '#server/http/page-document.ts';

interface Words {
  heading: string;
  text: string;
  button: string;
}

const CONFIRM: Words = {
  heading: 'Confirm your address',
  text: 'One press, and your account is ready.',
  button: 'Confirm my address',
};

const WORDS: Readonly<Record<string, Words>> = {
  signup: CONFIRM,
  email: { heading: 'Welcome', text: 'One press, and you are in.', button: 'Continue' },
  magiclink: { heading: 'Welcome back', text: 'One press, and you are in.', button: 'Sign in' },
  recovery: {
    heading: 'Choose a new password',
    text: 'One press, and you can choose a new password.',
    button: 'Continue',
  },
  invite: {
    heading: 'You are invited',
    text: 'One press, and the account is yours.',
    button: 'Accept the invitation',
  },
  email_change: {
    heading: 'Confirm the change',
    text: 'One press, and this address is confirmed.',
    button: 'Confirm',
  },
};

const STYLE = `
:root{color-scheme:light dark;--bg:#F7F2EB;--surface:#FFFCF7;--line:#E3D9CC;--ink:#2E2520;--soft:#594B41;--faint:#6E5E53;--primary:#57473C;--hover:#43362D;--on:#FFF9F0;--linen:#B4A69B;--focus:#2F4A7A;--sky:#F0D6C2}
@media (prefers-color-scheme:dark){:root{--bg:#15110E;--surface:#201A16;--line:#352C26;--ink:#E4D6C7;--soft:#BDAD9E;--faint:#A09184;--primary:#B4A69B;--hover:#C4B6AA;--on:#1C1512;--linen:#8C7B6E;--focus:#E3B878;--sky:#232940}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100svh;display:grid;place-items:center;padding:1.5rem;background:linear-gradient(var(--sky),var(--bg) 60%) fixed var(--bg);color:var(--ink);font:400 1.0625rem/1.58 Commissioner,"Segoe UI",Candara,system-ui,sans-serif}
main{width:100%;max-width:26rem;padding:clamp(2rem,8vw,3rem);background:var(--surface);border:1px solid var(--line);border-radius:1.75rem;text-align:center}
.brand{margin:0;font:400 1.1875rem/1.3 "Brygada 1918","Iowan Old Style",Palatino,"Book Antiqua",Georgia,serif;color:var(--soft);letter-spacing:.02em}
.brand::after{content:"";display:block;width:1.75rem;height:2px;margin:.75rem auto 2rem;border-radius:2px;background:var(--linen)}
h1{margin:0 0 .75rem;font:430 clamp(1.625rem,1.3rem + 1.4vw,2rem)/1.2 "Brygada 1918","Iowan Old Style",Palatino,"Book Antiqua",Georgia,serif;text-wrap:balance}
p{margin:0;color:var(--soft);text-wrap:balance}
form{margin:2rem 0 1.75rem}
button{width:100%;min-height:3.25rem;padding:.75rem 1.5rem;border:0;border-radius:999px;background:var(--primary);color:var(--on);font-family:inherit;font-size:1.0625rem;font-weight:600;line-height:1.2;cursor:pointer}
button:hover{background:var(--hover)}
button:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
.note{font-size:.9375rem;color:var(--faint)}
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * What a link in a mail shows first. Programs that look at every link in a mail stop here; a person
 * presses the button, and the same address answers the POST by leading her on.
 */
export function renderVerifyPage(page: {
  type: string;
  action: string;
  brandName: string;
}): string {
  const words = WORDS[page.type] ?? CONFIRM;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${words.heading} · ${page.brandName}`)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="brand">${escapeHtml(page.brandName)}</p>
<h1>${escapeHtml(words.heading)}</h1>
<p>${escapeHtml(words.text)}</p>
<form method="post" action="${escapeHtml(page.action)}"><button type="submit">${escapeHtml(words.button)}</button></form>
<p class="note">Only you should have this link. It works once.</p>
</main>
</body>
</html>
`;
}

/**
 * Browsers check where a form's answer leads against `form-action` too, so the allowed target is named;
 * an app's own scheme has no origin and is named by itself.
 */
export function verifyPageHeaders(redirectTo: string): Record<string, string> {
  const { origin, protocol } = new URL(redirectTo);
  const target = origin === 'null' ? protocol : origin;
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self' ${target}; base-uri 'none'; frame-ancestors 'none'`,
    'Cache-Control': 'no-store',
    // Not `no-referrer`: without an Origin header our own form would look like another site's.
    'Referrer-Policy': 'same-origin',
  };
}
