import { Router } from 'express';
import { createNotFoundError } from '#server/http/error-handler.ts';
import { escapeHtml } from '#server/http/pages/page-document.ts';
import { listOutbox, readOutbox } from './mail.usecases.ts';

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
    const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>No mail yet.';
    res.set('Cache-Control', 'no-store').type('html');
    res.send(`<!doctype html><html lang="en"><title>Mailbox</title><h1>Mailbox</h1>${list}</html>`);
  });
  router.get('/:name', async (req, res) => {
    const mail = await readOutbox(DATA_DIR, req.params.name);
    if (!mail) throw createNotFoundError('There is no such mail');
    res.set({ 'Content-Security-Policy': MAIL_POLICY, 'Cache-Control': 'no-store' });
    res.type('html').send(mail.html.replace('<head>', '<head><base target="_blank">'));
  });
  return router;
}
