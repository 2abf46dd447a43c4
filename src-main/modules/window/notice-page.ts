import { createHash } from 'node:crypto';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import type { ServerState } from '../server-process.ts';

/** Buttons of a notice link to a reserved host name; the navigation guard recognises it. */
const ACTION_ORIGIN = 'https://shell.invalid';
const ACTIONS = ['retry', 'logs', 'quit'] as const;
export type NoticeAction = (typeof ACTIONS)[number];

export function findNoticeAction(address: string): NoticeAction | undefined {
  const url = URL.parse(address);
  if (url?.origin !== ACTION_ORIGIN) return undefined;
  return ACTIONS.find((action) => url.pathname === `/${action}`);
}

interface Notice {
  title: string;
  text: string;
  /** The server's error message, for support. */
  detail?: string;
  actions: readonly NoticeAction[];
}

/** The notice to show while there is no server; undefined when there is one. */
export function noticeFor(
  state: ServerState,
  options: { isKiosk: boolean; logDir: string },
): Notice | undefined {
  if (state.status === 'ready') return undefined;
  if (state.status === 'failed') {
    return {
      title: `${DEFAULT_BRAND.name} could not start`,
      text: options.isKiosk
        ? 'It retries automatically. If this takes more than a minute, please tell a member of staff.'
        : `It retries automatically. If that does not help, close the window and open it again, then restart the computer. The log files are in ${options.logDir}.`,
      detail: state.message,
      actions: options.isKiosk ? ['retry'] : ['retry', 'logs', 'quit'],
    };
  }
  return {
    title: 'One moment, please',
    text: `${DEFAULT_BRAND.name} is starting. The first start takes a minute.`,
    actions: [],
  };
}

const LABELS: Record<NoticeAction, string> = {
  retry: 'Try again now',
  logs: 'Show the log files',
  quit: 'Quit',
};

/** A page without scripts, pictures or fonts, because nothing can be loaded. */
export function noticeAddress(notice: Notice): string {
  const actions = notice.actions
    .map((action) => `<a href="${ACTION_ORIGIN}/${action}">${LABELS[action]}</a>`)
    .join('');
  const html = `<!doctype html><html lang="en-GB"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'">
<title>${escapeHtml(notice.title)}</title><style>${STYLE}</style>
<main><i></i><h1>${escapeHtml(notice.title)}</h1><p role="status">${escapeHtml(notice.text)}</p>
${actions ? `<nav>${actions}</nav>` : ''}
${notice.detail ? `<details><summary>For support</summary><pre>${escapeHtml(notice.detail)}</pre></details>` : ''}</main></html>`;
  return `data:text/html;charset=utf-8,${encodeURIComponent(html)}`;
}

const STYLE = `
:root{color-scheme:light dark;--bg:#f7f2eb;--ink:#2e2520;--soft:#594b41;--fill:#b4a69b;--light:#fff7ea}
@media(prefers-color-scheme:dark){:root{--bg:#15110e;--ink:#e4d6c7;--soft:#bdad9e;--fill:#4a3f37;--light:#cbb79f}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--ink);
font:18px/1.55 system-ui,sans-serif;user-select:none}
main{max-width:34rem;padding:2rem;text-align:center}
i{display:block;width:6rem;height:3rem;margin:0 auto 2rem;border-radius:6rem 6rem 0 0;background:var(--light);
box-shadow:0 0 4rem 1rem var(--light);border-bottom:2px solid var(--fill)}
h1{font:430 2.25rem/1.15 Georgia,serif;margin:0 0 1rem}
p,summary{color:var(--soft)}
nav{display:flex;gap:.75rem;justify-content:center;flex-wrap:wrap;margin:2rem 0}
a{min-height:56px;display:grid;place-items:center;padding:0 1.5rem;border-radius:14px;background:var(--fill);
color:var(--ink);text-decoration:none;font-weight:600}
a:focus-visible,summary:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
summary{cursor:pointer;padding:.75rem}
pre{text-align:left;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}`;

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
