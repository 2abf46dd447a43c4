import { createHash, randomBytes } from 'node:crypto';
import type { DeletionForm } from '#contract/account-deletion.ts';
import { DEFAULT_BRAND } from '#contract/brand.ts';
import { API_PATHS } from '#contract/paths.ts';
import type { Actor } from '#server/core/actor.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { Mail } from '#server/core/mailer.ts';
import { escapeHtml } from '#server/http/page-document.ts';
import {
  confirmByToken,
  findConfirmed,
  findOwner,
  findUnconfirmed,
  insertRequest,
} from './account-deletion.repository.ts';

const LINK_LIFE_MS = 24 * 60 * 60_000;

/**
 * Writes the wish down. Signed in under the same address it is hers at once; otherwise the address
 * gets a mail whose link makes it so, and the answer never tells whether an account exists.
 */
export async function requestDeletion(
  deps: ServerDeps,
  actor: Actor,
  form: DeletionForm,
): Promise<void> {
  const { clock, config, db, logger, mailer } = deps;
  const now = isoNow(clock);
  if (await findConfirmed(db, form.email)) return;
  if (actor.userId && (await findOwner(db, actor.userId, form.email))) {
    await insertRequest(db, { form, now, userId: actor.userId, tokenHash: null });
    return;
  }
  const intervalMs = config.AUTH_MAIL_INTERVAL_S * 1000;
  const mailedSince = new Date(clock.now() - intervalMs).toISOString();
  if (await findUnconfirmed(db, form.email, mailedSince)) return;
  const token = randomBytes(32).toString('base64url');
  await insertRequest(db, { form, now, userId: null, tokenHash: hashDeletionToken(token) });
  mailer
    .send(createConfirmationMail(config.SITE_URL, form.email, token))
    .catch((err) => logger.error({ err }, 'a deletion confirmation was not sent'));
}

/** False for a link that is unknown, cut off or older than a day. */
export async function confirmDeletion({ clock, db }: ServerDeps, token: string): Promise<boolean> {
  const since = new Date(clock.now() - LINK_LIFE_MS).toISOString();
  return confirmByToken(db, hashDeletionToken(token), isoNow(clock), since);
}

function hashDeletionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function createConfirmationMail(siteUrl: string, email: string, token: string): Mail {
  const confirm = `${siteUrl}${API_PATHS.accountDeletionConfirm}?token=${token}`;
  const { name } = DEFAULT_BRAND;
  const why = `Somebody, we hope you, asked ${name} to delete the account of this address. Open the link within a day to say that it was you. If it was not, do nothing: without the link nothing is deleted.`;
  return {
    to: email,
    kind: 'deletion_confirmation',
    subject: `Please confirm the deletion of your ${name} account`,
    text: `${why}\n\nYes, delete my account: ${confirm}\n`,
    html: `<p>${escapeHtml(why)}</p><p><a href="${confirm}">Yes, delete my account</a></p>`,
  };
}
