import type { Kysely } from 'kysely';
import { API_PATHS } from '#contract/paths.ts';
import type { Database } from '#db/schema/database.ts';
import { composeLetter } from '#server/modules/mail/mail.usecases.ts';
import type { AuthContext } from './auth-context.ts';
import { type AuthMailKind, createAuthLetter } from './auth-letters.ts';
import { type OneTimeKind, replaceOneTimeToken } from './one-time-tokens.repository.ts';
import type { UserRow } from './sessions.ts';

/** A mail whose token is stored in the running transaction; it is sent after the commit. */
export interface PlannedMail {
  readonly kind: AuthMailKind;
  readonly to: string;
  readonly code: string;
  readonly linkToken: string;
  readonly redirectTo: string;
}

const TOKEN_OF: Record<AuthMailKind, OneTimeKind> = {
  signup: 'confirmation',
  invite: 'confirmation',
  magiclink: 'recovery',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
  reauthentication: 'reauthentication',
};

export async function planMail(
  context: AuthContext,
  trx: Kysely<Database>,
  mail: {
    user: UserRow;
    kind: AuthMailKind;
    redirectTo: string;
    flowStateId: string | null;
    to?: string;
  },
): Promise<PlannedMail> {
  const { user, kind, redirectTo, flowStateId, to = user.email } = mail;
  const token = { userId: user.id, kind: TOKEN_OF[kind], email: to, flowStateId };
  const { code, linkToken } = await replaceOneTimeToken(context, trx, token);
  return { kind, to, code, linkToken, redirectTo };
}

/** What the link's `type` says; both halves of a change of address are the same to a client. */
function linkTypeOf(kind: AuthMailKind): string {
  return kind.startsWith('email_change') ? 'email_change' : kind;
}

/** `redirect_to` is always encoded: its own query must not become part of ours. */
export function createLink({ config }: AuthContext, mail: PlannedMail): string {
  const query = new URLSearchParams({
    token: mail.linkToken,
    type: linkTypeOf(mail.kind),
    redirect_to: mail.redirectTo,
  });
  return `${config.SITE_URL}${API_PATHS.auth}/verify?${query}`;
}

/** A mail that cannot be sent is our trouble: the answer must not depend on it, or it would tell who exists. */
export async function sendMails(
  context: AuthContext,
  mails: readonly PlannedMail[],
): Promise<void> {
  const { brand } = await context.settings.read();
  for (const mail of mails) {
    const letter = createAuthLetter(brand, mail.kind, {
      code: mail.code,
      link: createLink(context, mail),
    });
    try {
      await context.mailer.send({ to: mail.to, kind: mail.kind, ...composeLetter(letter) });
    } catch (error) {
      context.logger.error({ kind: mail.kind, err: error }, 'mail: not taken over');
    }
  }
}
