import type { AuthContext } from '#server/identity/auth-context.ts';
import { composeLetter } from '#server/modules/mail/mail.usecases.ts';

/** What somebody tried with an address that has an account. */
export type KnownAddressAttempt = 'signup' | 'email_change';

const PARAGRAPHS: Record<KnownAddressAttempt, (name: string) => string> = {
  signup: (name) =>
    `Somebody, perhaps you, wanted to sign up for ${name} with this address. There is an account with it already: just sign in.`,
  email_change: (name) =>
    `Somebody, perhaps you, wanted to move another ${name} account to this address. There is an account with it already, so nothing was moved.`,
};

/** The truth that no answer on the screen tells: only whoever reads this mailbox learns of the account. */
export async function sendKnownAddressMail(
  context: AuthContext,
  to: string,
  attempt: KnownAddressAttempt,
): Promise<void> {
  const { brand } = await context.settings.read();
  const { name, address } = brand;
  const letter = {
    subject: `You already have an account at ${name}`,
    preview: 'Nothing has changed.',
    heading: 'You are here already',
    paragraphs: [PARAGRAPHS[attempt](name)],
    action: { label: 'Sign in', url: `${context.config.SITE_URL}/login` },
    notes: [
      'If you have forgotten your password, choose ‘Forgot password’ there.',
      'If this was not you, you can leave this mail unanswered. Nothing has changed.',
    ],
    sender: { name, address },
  };
  try {
    await context.mailer.send({ to, kind: 'known_address', ...composeLetter(letter) });
  } catch (error) {
    context.logger.error({ kind: 'known_address', err: error }, 'mail: not taken over');
  }
}
