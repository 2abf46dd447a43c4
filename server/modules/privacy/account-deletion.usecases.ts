import type { DeletionForm } from '#contract/calls/account-deletion.ts';
import type { PersonExport } from '#contract/calls/person-export.ts';
import type { Actor } from '#server/core/actor.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { takeMailTurn } from '#server/core/mail-turns.ts';
import { hashSecret } from '#server/core/secrets.ts';
import { inSteadyTime } from '#server/core/steady-time.ts';
import { exportSubject } from '#server/modules/privacy/person-export.usecases.ts';
import {
  confirmByToken,
  findConfirmed,
  findOwner,
  findUnconfirmed,
  insertRequest,
} from './account-deletion.repository.ts';
import { findByDataToken } from './decisions.repository.ts';
import { createConfirmationMail } from './deletion-mails.ts';
import { findSubject } from './erasure.repository.ts';
import { createMailedToken } from './mailed-token.ts';

const LINK_LIFE_MS = 24 * 60 * 60_000;

/**
 * Writes the wish down. Signed in under the same address it is hers at once; otherwise the address
 * gets a mail whose link makes it so, and the answer never tells whether an account exists.
 */
export function requestDeletion(deps: ServerDeps, actor: Actor, form: DeletionForm): Promise<void> {
  return inSteadyTime(() => takeRequest(deps, actor, form));
}

async function takeRequest(deps: ServerDeps, actor: Actor, form: DeletionForm): Promise<void> {
  const { clock, config, db, logger, mailer, settings } = deps;
  const now = isoNow(clock);
  if (await findConfirmed(db, form.email)) return;
  if (actor.userId && (await findOwner(db, actor.userId, form.email))) {
    await insertRequest(db, { form, now, userId: actor.userId, tokenHash: null });
    return;
  }
  const intervalMs = config.AUTH_MAIL_INTERVAL_S * 1000;
  const mailedSince = new Date(clock.now() - intervalMs).toISOString();
  if (await findUnconfirmed(db, form.email, mailedSince)) return;
  if ((await takeMailTurn(deps, db.kysely, 'deletion', form.email)) > 0) return;
  const { brand } = await settings.read();
  const { token, hash } = createMailedToken();
  await insertRequest(db, { form, now, userId: null, tokenHash: hash });
  await mailer
    .send(createConfirmationMail({ to: form.email, brand, siteUrl: config.SITE_URL, token }))
    .catch((err) => logger.error({ err }, 'a deletion confirmation was not sent'));
}

/** False for a link that is unknown, cut off or older than a day. */
export async function confirmDeletion({ clock, db }: ServerDeps, token: string): Promise<boolean> {
  const since = new Date(clock.now() - LINK_LIFE_MS).toISOString();
  return confirmByToken(db, hashSecret(token), isoNow(clock), since);
}

/** Her data, for the link in the mail of the approval; undefined once she is erased, or for no link of ours. */
export async function readMailedData(
  deps: ServerDeps,
  token: string,
): Promise<PersonExport | undefined> {
  const { kysely } = deps.db;
  const request = await findByDataToken(kysely, hashSecret(token));
  if (!request) return undefined;
  const { userId, emails } = await findSubject(kysely, request);
  return exportSubject(deps, { userId, email: emails[0] ?? request.email });
}
