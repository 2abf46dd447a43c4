import { type Response, Router } from 'express';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { styleSource } from '#server/http/security-headers.ts';
import { listOutbox, type OutboxMail, readOutbox } from './mail.usecases.ts';
import { MAILBOX_STYLE, renderMailboxList, renderMailPage } from './mailbox-pages.ts';

const PAGE_POLICY = `default-src 'none'; style-src ${styleSource(MAILBOX_STYLE)}; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** The mails nobody sent, to be read while developing. Shows everything to everybody who can reach it. */
export function createMailboxRouter(deps: {
  readonly config: { readonly DATA_DIR: string };
}): Router {
  const { DATA_DIR } = deps.config;
  const router = Router();

  router.get('/', async (req, res) => {
    sendPage(res, PAGE_POLICY, renderMailboxList(await listOutbox(DATA_DIR), req.baseUrl));
  });
  router.get('/:name', async (req, res) => {
    const mail = await getMail(DATA_DIR, req.params.name);
    sendPage(res, PAGE_POLICY, renderMailPage(mail, req.baseUrl));
  });
  router.get('/:name/html', async (req, res) => {
    const { html } = await getMail(DATA_DIR, req.params.name);
    sendPage(res, mailPolicy(html), html.replace('<head>', '<head><base target="_blank">'));
  });
  return router;
}

const STYLES = /<style>([^<]*)<\/style>|\sstyle="([^"]*)"/g;

/**
 * A mail is styled by attributes, since most readers know nothing else, so the policy names the hash of each
 * style in it; its links open outside, as they do there.
 */
function mailPolicy(html: string): string {
  const styles = [...html.matchAll(STYLES)].map(([, sheet, attribute]) => sheet ?? attribute ?? '');
  const sources = ["'unsafe-hashes'", ...new Set(styles.map(styleSource))].join(' ');
  return `sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src ${sources}; img-src data:; frame-ancestors 'self'`;
}

async function getMail(dataDir: string, name: string): Promise<OutboxMail> {
  const mail = await readOutbox(dataDir, name);
  if (!mail) throw createNotFoundError('There is no such mail');
  return mail;
}

function sendPage(res: Response, policy: string, html: string): void {
  res.removeHeader('X-Frame-Options');
  res
    .set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' })
    .type('html')
    .send(html);
}
