import { setTimeout as delay } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { MailTestAnswer } from '#contract/calls/mail-test.ts';
import type { Brand } from '#contract/words/brand.ts';
import type { Clock } from '#server/core/clock.ts';
import type { Config } from '#server/core/config.ts';
import type { Mail } from '#server/core/mailer.ts';
import { composeLetter } from './mail.usecases.ts';
import { describeMailFailure } from './mail-failure.ts';
import { toMessage, writeMailFile } from './mailer.ts';

interface TestMailDeps {
  readonly config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'GIVEN' | 'DATA_DIR'>;
  readonly clock: Clock;
  readonly brand: Brand;
  /** After this long the mail server counts as too slow, wherever it is. */
  readonly patienceMs?: number;
}

/** Longer than any mail server of today needs, and short enough to look at a button. */
const PATIENCE_MS = 20_000;

/** One mail past the queue and without a second try, so that the answer is what happened just now. */
export async function sendTestMail(deps: TestMailDeps, to: string): Promise<MailTestAnswer> {
  const { SMTP_URL } = deps.config;
  const mail = createTestMail(deps.brand, to);
  if (SMTP_URL === undefined) {
    return { outcome: 'written', file: await writeMailFile(deps, mail) };
  }
  return deliver(deps, mail, SMTP_URL);
}

async function deliver(deps: TestMailDeps, mail: Mail, smtpUrl: string): Promise<MailTestAnswer> {
  const { clock, config, patienceMs = PATIENCE_MS } = deps;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  const done = new AbortController();
  try {
    const message = toMessage(config, mail, new Date(clock.now()));
    // A server that drips a line now and then runs into no time-out of the library.
    const sent = await Promise.race([
      transport.sendMail(message),
      delay(patienceMs, undefined, { signal: done.signal, ref: false }),
    ]);
    if (sent === undefined) {
      const text = `No answer after ${Math.round(patienceMs / 1000)} seconds.`;
      return { outcome: 'failed', reason: 'slow', code: null, text };
    }
    const [, code = '250', text = ''] = /^(\d{3})[ -]?(.*)$/s.exec(sent.response) ?? [];
    return { outcome: 'accepted', code: Number(code), text: text.trim() };
  } catch (error) {
    return describeMailFailure(error, smtpUrl);
  } finally {
    done.abort();
    transport.close();
  }
}

function createTestMail({ name, address }: Brand, to: string): Mail {
  const letter = composeLetter({
    subject: `A test mail from ${name}`,
    preview: 'It arrived.',
    heading: 'It arrived',
    paragraphs: [
      'Somebody asked for this mail in the admin area, to see whether mails leave. They do.',
    ],
    notes: ['There is nothing to do.'],
    sender: { name, address },
  });
  return { ...letter, to, kind: 'mail_test' };
}
