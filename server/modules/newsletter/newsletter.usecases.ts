import { createHmac } from 'node:crypto';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { toCsvLine } from '#contract/constants/csv.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { isoNow } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { hashSecret } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { longReads } from '#server/core/long-reads.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import { reserveFormMail } from '#server/core/mail/requested-mails.ts';
import { withMinimumDuration } from '#server/core/minimum-duration.ts';
import { type MailSettings, renderMail } from '#server/modules/mail/mail-texts.usecases.ts';
import { readSubscribers, saveRequest } from './newsletter.repository.ts';

const CSV_COLUMNS = [
  'email',
  'status',
  'created_at',
  'source',
  'text_version',
  'confirmed_at',
  'unsubscribed_at',
  'list_unsubscribe',
] as const;

interface NewsletterForm {
  email: string;
  source?: string | undefined;
}

/** Same answer and timing for every address; sends a mail only if needed. */
export const requestNewsletter = (deps: ServerDeps, form: NewsletterForm): Promise<void> =>
  withMinimumDuration(async () => {
    const { email, source } = form;
    const { config, clock, db, logger, mailer } = deps;
    const settings = await deps.settings.read();
    const token = createNewsletterToken(config.JWT_SECRET, email);
    const isUnconfirmed = await saveRequest(db, {
      email,
      tokenHash: hashSecret(token),
      source: source ?? null,
      textVersion: currentConsentText('newsletter').version,
      now: isoNow(clock),
    });
    if (!isUnconfirmed || (await reserveFormMail(deps, db.kysely, 'newsletter', email)) > 0) return;
    await mailer
      .send(createConfirmationMail(settings, config, email, token))
      .catch((err) => logger.error({ err }, 'a newsletter confirmation was not sent'));
  });

/**
 * Export for newsletter software: recipients, proof of consent, and the one-click address for
 * `List-Unsubscribe`.
 */
export async function* listSubscribersAsCsv(
  { config, db }: ServerDeps,
  status: NewsletterSubscriber['status'] | 'all',
): AsyncGenerator<string> {
  yield toCsvLine(CSV_COLUMNS);
  for await (const page of readSubscribers(longReads(db, 'admin'), status)) {
    const lines = page.map((subscriber) => {
      const token = createNewsletterToken(config.JWT_SECRET, subscriber.email);
      const row = { ...subscriber, list_unsubscribe: unsubscribeAddress(config, token) };
      return toCsvLine(CSV_COLUMNS.map((name) => row[name] ?? ''));
    });
    yield lines.join('');
  }
}

function unsubscribeAddress({ SITE_URL }: Pick<Config, 'SITE_URL'>, token: string): string {
  return `${SITE_URL}${API_PATHS.newsletterUnsubscribe}?token=${token}`;
}

function createConfirmationMail(
  settings: MailSettings,
  config: Pick<Config, 'SITE_URL'>,
  email: string,
  token: string,
): Mail {
  const unsubscribe = unsubscribeAddress(config, token);
  const content = renderMail(settings, 'newsletter_confirmation', {
    link: `${config.SITE_URL}${API_PATHS.newsletterConfirm}?token=${token}`,
    unsubscribe,
  });
  return {
    ...content,
    to: email,
    kind: 'newsletter_confirmation',
    // RFC 8058: the mail program shows its own button and posts to this address.
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/**
 * Derived from the address, so that old unsubscribe links keep working and a second request does not break the
 * first link. The table stores only its hash.
 */
function createNewsletterToken(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`newsletter\n${email}`).digest('base64url');
}
