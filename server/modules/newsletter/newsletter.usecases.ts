import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import type { Brand } from '#contract/words/brand.ts';
import { currentConsentText } from '#contract/words/consent-texts.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import { isoNow } from '#server/core/clock.ts';
import type { Config } from '#server/core/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { inChunks } from '#server/core/in-chunks.ts';
import { longReads } from '#server/core/long-reads.ts';
import { takeMailTurn } from '#server/core/mail-turns.ts';
import type { Mail } from '#server/core/mailer.ts';
import { hashSecret } from '#server/core/secrets.ts';
import { inSteadyTime } from '#server/core/steady-time.ts';
import { composeLetter } from '#server/modules/mail/mail.usecases.ts';
import { readSubscribers, saveRequest } from './newsletter.repository.ts';
import { createNewsletterToken } from './newsletter-token.ts';
import { SUBSCRIBERS_HEADER, toSubscriberLine } from './subscribers-csv.ts';

interface Wish {
  email: string;
  source?: string | undefined;
}

/** The same answer at the same speed whoever asks about whichever address; a mail only where one is due. */
export function requestNewsletter(deps: ServerDeps, wish: Wish): Promise<void> {
  return inSteadyTime(() => takeWish(deps, wish));
}

async function takeWish(deps: ServerDeps, { email, source }: Wish): Promise<void> {
  const { config, clock, db, logger, mailer, settings } = deps;
  const { brand } = await settings.read();
  const token = createNewsletterToken(config.JWT_SECRET, email);
  const intervalMs = config.AUTH_MAIL_INTERVAL_S * 1000;
  const isMailDue = await saveRequest(db, {
    email,
    tokenHash: hashSecret(token),
    source: source ?? null,
    textVersion: currentConsentText('newsletter').version,
    now: isoNow(clock),
    mailedBefore: new Date(clock.now() - intervalMs).toISOString(),
  });
  if (!isMailDue || (await takeMailTurn(deps, db.kysely, 'newsletter', email)) > 0) return;
  await mailer
    .send(createConfirmationMail(brand, config, email, token))
    .catch((err) => logger.error({ err }, 'a newsletter confirmation was not sent'));
}

/**
 * For the program that writes the letters: whom, by what proof, and the one-click address that each
 * letter names in `List-Unsubscribe`.
 */
export async function* listSubscribersAsCsv(
  { config, db }: ServerDeps,
  status: NewsletterSubscriber['status'] | 'all',
): AsyncGenerator<string> {
  yield SUBSCRIBERS_HEADER;
  for await (const page of readSubscribers(longReads(db, 'admin'), status)) {
    for await (const some of inChunks(page)) {
      const lines = some.map((subscriber) => {
        const token = createNewsletterToken(config.JWT_SECRET, subscriber.email);
        return toSubscriberLine({
          ...subscriber,
          list_unsubscribe: unsubscribeAddress(config, token),
        });
      });
      yield lines.join('');
    }
  }
}

function unsubscribeAddress({ SITE_URL }: Pick<Config, 'SITE_URL'>, token: string): string {
  return `${SITE_URL}${API_PATHS.newsletterUnsubscribe}?token=${token}`;
}

function createConfirmationMail(
  { name, address }: Brand,
  config: Pick<Config, 'SITE_URL'>,
  email: string,
  token: string,
): Mail {
  const unsubscribe = unsubscribeAddress(config, token);
  const letter = composeLetter({
    subject: `One more step for the ${name} newsletter`,
    preview: 'Press the link and you will have it; do nothing and you will hear no more of it.',
    heading: 'One more step',
    paragraphs: [
      `Somebody, we hope you, asked for the ${name} newsletter at this address. Press the link and you will have it; do nothing and you will hear no more of it.`,
    ],
    action: {
      label: 'Yes, send it to me',
      url: `${config.SITE_URL}${API_PATHS.newsletterConfirm}?token=${token}`,
    },
    refusal: { label: 'No, never again', url: unsubscribe },
    notes: [],
    sender: { name, address },
  });
  return {
    ...letter,
    to: email,
    kind: 'newsletter_confirmation',
    // RFC 8058: the mail program shows its own button and posts to this address.
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
