import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Executor } from '#db/schema/database.ts';
import { isoNow } from '#server/core/clock.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import { renderMail } from '#server/modules/mail/mail-texts.usecases.ts';
import type { AuthContext } from '../auth-context.ts';
import type { UserRow } from '../sessions/sessions.repository.ts';
import { insertFlowState } from '../tokens/flow-states.repository.ts';
import {
  type OneTimeKind,
  replaceOneTimeToken,
  type SignUpData,
} from '../tokens/one-time-tokens.repository.ts';
import type { Challenge } from '../tokens/pkce.ts';

/** GoTrue's kinds of mail. */
type AuthMailKind =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

/** A mail whose token is stored in the current transaction. Send it after the commit. */
export interface PreparedMail {
  readonly kind: AuthMailKind;
  readonly userId: string;
  readonly to: string;
  readonly code: string;
  readonly linkToken: string;
  readonly redirectTo: string;
}

const TOKEN_KINDS: Record<AuthMailKind, OneTimeKind> = {
  signup: 'confirmation',
  invite: 'confirmation',
  magiclink: 'recovery',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
  reauthentication: 'reauthentication',
};

export interface MailOptions {
  readonly user: UserRow;
  readonly kind: AuthMailKind;
  readonly redirectTo: string;
  /** Recipient if not the account's own address. */
  readonly to?: string;
  /** Applied if this is the first mail that proves the address. */
  readonly signUpData?: SignUpData | undefined;
  readonly challenge?: Challenge | undefined;
}

/** With a PKCE challenge, only the requesting browser can sign in by the link. */
export async function prepareMail(
  context: AuthContext,
  trx: Executor,
  { challenge, ...mail }: MailOptions,
): Promise<PreparedMail> {
  const { user, kind } = mail;
  const now = isoNow(context.clock);
  // GoTrue's name of the flow, which becomes the session's `amr`.
  const authType = kind === 'signup' ? 'email/signup' : kind;
  const flow = { challenge, userId: user.id, authType, now };
  return prepareMailOfFlow(context, trx, {
    ...mail,
    flowStateId: await insertFlowState(trx, flow),
  });
}

/** Like `prepareMail`, for mails that share a PKCE flow. */
export async function prepareMailOfFlow(
  context: AuthContext,
  trx: Executor,
  mail: Omit<MailOptions, 'challenge'> & { flowStateId: string | null },
): Promise<PreparedMail> {
  const { user, kind, redirectTo, flowStateId, signUpData, to = user.email } = mail;
  const token = { userId: user.id, kind: TOKEN_KINDS[kind], email: to, flowStateId, signUpData };
  const { code, linkToken } = await replaceOneTimeToken(context, trx, token);
  return { kind, userId: user.id, to, code, linkToken, redirectTo };
}

/** Encodes `redirect_to`, so that its query is not merged into the link. */
export function createLink({ config }: AuthContext, mail: PreparedMail): string {
  const query = new URLSearchParams({
    token: mail.linkToken,
    // Both mails of an address change have the same type.
    type: mail.kind.startsWith('email_change') ? 'email_change' : mail.kind,
    redirect_to: mail.redirectTo,
  });
  return `${config.SITE_URL}${API_PATHS.auth}/verify?${query}`;
}

/** Logs errors and never throws, because a failed request would reveal which accounts exist. */
export async function sendMails(
  context: AuthContext,
  mails: readonly PreparedMail[],
): Promise<void> {
  const settings = await context.settings.read();
  for (const mail of mails) {
    const { to, kind, userId: personId, code } = mail;
    const content = renderMail(settings, kind, { code, link: createLink(context, mail) });
    await deliver(context, { to, kind, personId, ...content });
  }
}

async function deliver({ mailer, logger }: AuthContext, mail: Mail): Promise<void> {
  await mailer
    .send(mail)
    .catch((err: unknown) => logger.error({ kind: mail.kind, err }, 'mail could not be queued'));
}

/** Mails the owner of an existing account, because no response may reveal that it exists. */
export async function sendKnownAddressMail(
  context: AuthContext,
  to: string,
  attempt: 'signup' | 'email_change',
): Promise<void> {
  const link = `${context.config.SITE_URL}/login`;
  const content = renderMail(await context.settings.read(), `known_address_${attempt}`, { link });
  await deliver(context, { to, kind: 'known_address', ...content });
}
