import type { DeletionForm } from '#contract/calls/account-deletion.ts';
import type { PersonExport } from '#contract/calls/person-export.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { DAY_MS, isoNow } from '#server/core/clock.ts';
import { createSecret, hashSecret } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { reserveFormMail } from '#server/core/mail/requested-mails.ts';
import { withMinimumDuration } from '#server/core/minimum-duration.ts';
import { renderMail } from '#server/modules/mail/mail-texts.usecases.ts';
import { exportSubject } from '#server/modules/privacy/person-export.usecases.ts';
import {
  confirmByToken,
  findConfirmed,
  findOwner,
  insertRequest,
} from './account-deletion.repository.ts';
import { findByDataToken } from './decisions.repository.ts';
import { findSubject } from './erasure/erasure.repository.ts';

const LINK_LIFETIME_MS = DAY_MS;

/**
 * Stores a request for deletion. It is confirmed at once if the user is signed in with this address, else by a
 * mailed link. The answer does not reveal whether an account exists.
 */
export const requestDeletion = (
  deps: ServerDeps,
  actor: Actor,
  form: DeletionForm,
): Promise<void> =>
  withMinimumDuration(async () => {
    const { clock, config, db, logger, mailer } = deps;
    const now = isoNow(clock);
    if (await findConfirmed(db.kysely, form.email)) return;
    if (actor.userId && (await findOwner(db.kysely, actor.userId, form.email))) {
      await insertRequest(db, { form, now, userId: actor.userId, tokenHash: null });
      return;
    }
    if ((await reserveFormMail(deps, db.kysely, 'deletion', form.email)) > 0) return;
    const settings = await deps.settings.read();
    const token = createSecret();
    await insertRequest(db, { form, now, userId: null, tokenHash: hashSecret(token) });
    const link = `${config.SITE_URL}${API_PATHS.accountDeletionConfirm}?token=${token}`;
    const content = renderMail(settings, 'deletion_confirmation', { link });
    await mailer
      .send({ ...content, to: form.email, kind: 'deletion_confirmation' })
      .catch((err) => logger.error({ err }, 'a deletion confirmation was not sent'));
  });

/** False if the link is unknown, truncated or older than a day. */
export async function confirmDeletion({ clock, db }: ServerDeps, token: string): Promise<boolean> {
  const since = new Date(clock.now() - LINK_LIFETIME_MS).toISOString();
  return confirmByToken(db, hashSecret(token), isoNow(clock), since);
}

/** The user's data for the link in the approval mail; undefined after erasure and for unknown links. */
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
