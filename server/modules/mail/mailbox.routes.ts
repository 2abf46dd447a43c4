import { type Response, Router } from 'express';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { escapeHtml } from '#server/http/pages/page-document.ts';
import { listOutbox, type OutboxMail, readOutbox } from './mail.usecases.ts';

/** Allows inline styles, because mails are styled by attributes. */
const MAIL_POLICY =
  "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
/** Shows the outbox during development, to anyone who can reach it. */
export function createMailboxRouter(deps: {
  readonly config: { readonly DATA_DIR: string };
}): Router {
  const { DATA_DIR } = deps.config;
  const router = Router();

  router.get('/', async (req, res) => {
    const items = (await listOutbox(DATA_DIR)).map(({ name, subject, to, sentAt }) => {
      const href = escapeHtml(`${req.baseUrl}/${encodeURIComponent(name)}`);
      return `<li><a href="${href}">${escapeHtml(subject)}</a> ${escapeHtml(`${to}, ${sentAt}`)}`;
    });
    sendPage(res, 'Mailbox', items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.');
  });
  router.get('/:name', async (req, res) => {
    const { name } = req.params;
    const { to, sentAt, kind, subject, text } = await getMail(DATA_DIR, name);
    const shown = escapeHtml(text).replace(/https?:\/\/\S+/g, '<a href="$&">$&</a>');
    const links = `<a href="${req.baseUrl}">All mails</a> <a href="${req.originalUrl}/html">As it looks</a>`;
    const about = escapeHtml(`To ${to}, ${sentAt}, ${kind}`);
    sendPage(res, subject, `<p>${links}<p>${about}<pre>${shown}</pre>`);
  });
  router.get('/:name/html', async (req, res) => {
    const { html } = await getMail(DATA_DIR, req.params.name);
    res.set({ 'Content-Security-Policy': MAIL_POLICY, 'Cache-Control': 'no-store' });
    res.type('html').send(html.replace('<head>', '<head><base target="_blank">'));
  });
  return router;
}

async function getMail(dataDir: string, name: string): Promise<OutboxMail> {
  const mail = await readOutbox(dataDir, name);
  if (!mail) throw createNotFoundError('There is no such mail');
  return mail;
}

function sendPage(res: Response, title: string, body: string): void {
  res
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(
      `<!doctype html><html lang="en"><title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1>${body}</html>`,
    );
}
