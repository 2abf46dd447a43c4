import type { Kysely } from 'kysely';
import { API_PATHS } from '#contract/words/paths.ts';
import type { Database } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import type { UserRow } from '#server/identity/sessions/sessions.repository.ts';
import type { Challenge } from '#server/identity/wire/pkce.ts';
import { composeLetter } from '#server/modules/mail/mail.usecases.ts';
import { type AuthMailKind, createAuthLetter } from './auth-letters.ts';
import { insertFlowState } from './flow-states.repository.ts';
import { type OneTimeKind, replaceOneTimeToken } from './one-time-tokens.repository.ts';

/** A mail whose token is stored in the running transaction; it is sent after the commit. */
export interface PlannedMail {
  readonly kind: AuthMailKind;
  readonly userId: string;
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

interface MailPlan {
  readonly user: UserRow;
  readonly kind: AuthMailKind;
  readonly redirectTo: string;
  /** When not to the account's own address. */
  readonly to?: string;
}

/** How GoTrue calls the flows that a mail begins; the session's `amr` says it. */
const FLOW_OF: Partial<Record<AuthMailKind, string>> = {
  signup: 'email/signup',
  magiclink: 'magiclink',
  recovery: 'recovery',
};

/** With a challenge, what the mail opens is worth something only to the browser that asked. */
export async function planMail(
  context: AuthContext,
  trx: Kysely<Database>,
  { challenge, ...mail }: MailPlan & { challenge?: Challenge | undefined },
): Promise<PlannedMail> {
  const { user, kind } = mail;
  const now = isoNow(context.clock);
  const flow = { challenge, userId: user.id, authType: FLOW_OF[kind] ?? kind, now };
  return planMailOfFlow(context, trx, { ...mail, flowStateId: await insertFlowState(trx, flow) });
}

/** As `planMail`, for a mail that shares its flow with another. */
export async function planMailOfFlow(
  context: AuthContext,
  trx: Kysely<Database>,
  mail: MailPlan & { flowStateId: string | null },
): Promise<PlannedMail> {
  const { user, kind, redirectTo, flowStateId, to = user.email } = mail;
  const token = { userId: user.id, kind: TOKEN_OF[kind], email: to, flowStateId };
  const { code, linkToken } = await replaceOneTimeToken(context, trx, token);
  return { kind, userId: user.id, to, code, linkToken, redirectTo };
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
      await context.mailer.send({
        to: mail.to,
        kind: mail.kind,
        personId: mail.userId,
        ...composeLetter(letter),
      });
    } catch (error) {
      context.logger.error({ kind: mail.kind, err: error }, 'mail: not taken over');
    }
  }
}
