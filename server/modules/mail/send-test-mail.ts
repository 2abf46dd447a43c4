import { setTimeout as delay } from 'node:timers/promises';
import type { MailTestResponse } from '#contract/calls/admin/mail-test.ts';
import type { Brand } from '#contract/constants/pages/brand.ts';
import type { Clock } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { findMailFailure } from '#server/core/mail/mail-failure.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import { composeMail } from './mail.usecases.ts';
import { toMessage, writeMailFile } from './mailer.ts';

interface TestMailDeps {
  readonly config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'FROM_ENVIRONMENT' | 'DATA_DIR'>;
  readonly clock: Clock;
  readonly brand: Brand;
  /** Timeout of the mail server. */
  readonly timeoutMs?: number;
}

/** Longer than mail servers need, short enough for a user who waits. */
const TIMEOUT_MS = 20_000;

/** Sends one mail without queue and retries, so that the result is immediate. */
export async function sendTestMail(
  deps: TestMailDeps,
  to: string,
  content = createTestMail(deps.brand),
): Promise<MailTestResponse> {
  const { SMTP_URL } = deps.config;
  const mail = { ...content, to, kind: 'mail_test' };
  if (SMTP_URL === undefined) {
    return { outcome: 'written', file: await writeMailFile(deps, mail) };
  }
  return deliver(deps, mail, SMTP_URL);
}

async function deliver(deps: TestMailDeps, mail: Mail, smtpUrl: string): Promise<MailTestResponse> {
  const { clock, config, timeoutMs = TIMEOUT_MS } = deps;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const done = new AbortController();
  try {
    const message = toMessage(config, mail, new Date(clock.now()));
    // The library's time-outs do not cover a server that sends a line now and then.
    const sent = await Promise.race([
      transport.sendMail(message),
      delay(timeoutMs, undefined, { signal: done.signal, ref: false }),
    ]);
    if (sent === undefined) {
      const text = `No answer after ${Math.round(timeoutMs / 1000)} seconds.`;
      return { outcome: 'failed', reason: 'slow', code: null, text };
    }
    const [, code = '250', text = ''] = /^(\d{3})[ -]?(.*)$/s.exec(sent.response) ?? [];
    return { outcome: 'accepted', code: Number(code), text: text.trim() };
  } catch (error) {
    return { outcome: 'failed', ...findMailFailure(error, smtpUrl) };
  } finally {
    done.abort();
    transport.close();
  }
}

const createTestMail = ({ name, address }: Brand) =>
  composeMail({
    subject: `A test mail from ${name}`,
    preview: 'It arrived.',
    heading: 'It arrived',
    paragraphs: [
      'An admin requested this mail in the admin area, to check that mails are sent. They are.',
    ],
    notes: ['There is nothing to do.'],
    sender: { name, address },
  });
