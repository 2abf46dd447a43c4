import type { SendMailOptions } from 'nodemailer';
import type { AppDatabase } from '#db/open.ts';
import type { Clock } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';
import { findMailFailure } from '#server/core/mail/mail-failure.ts';
import type { Mail, Mailer } from '#server/core/mail/mailer.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import { withTimeout } from '#server/core/with-timeout.ts';
import { addressOf, outboxFolder, PERSON_HEADER, recordMailFailure } from './mail.usecases.ts';
import { writeToOutbox } from './outbox-file.ts';
import { countWaitingMails } from './waiting-mails.repository.ts';
import { WaitingMails } from './waiting-mails.ts';

/** A mailer that can be drained. */
export interface OwnedMailer extends Mailer {
  /** Starts to send mails queued by dead processes too. */
  takeOverQueue(): void;
  close(): Promise<void>;
}

export interface MailerOptions {
  config: SenderConfig & Pick<Config, 'SMTP_URL' | 'DATA_DIR' | 'JWT_SECRET'>;
  db: AppDatabase;
  clock: Clock;
  logger: Logger;
  /** Retry delays in milliseconds. */
  retryWaits?: readonly number[];
}

const CLOSE_TIMEOUT_MS = 5_000;
/** Replaces the address of an erased user; no mail server accepts it (RFC 6761). */
const ERASED_ADDRESS = 'erased@address.invalid';

/** SMTP if a server is set, else outbox files. */
export function createMailer(options: MailerOptions): OwnedMailer {
  const { SMTP_URL } = options.config;
  return SMTP_URL === undefined ? createOutboxMailer(options) : createSmtpMailer(options, SMTP_URL);
}

/** `send` resolves once the file is on disk. */
function createOutboxMailer(options: MailerOptions): OwnedMailer {
  return {
    async send(mail) {
      await writeMailFile(options, mail);
    },
    takeOverQueue: () => undefined,
    close: async () => undefined,
  };
}

/** Writes the mail to the outbox and returns its file name. */
export async function writeMailFile(
  {
    config,
    clock,
  }: Pick<MailerOptions, 'clock'> & { config: SenderConfig & Pick<Config, 'DATA_DIR'> },
  mail: Mail,
): Promise<string> {
  const { createTransport } = await import('nodemailer');
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const now = new Date(clock.now());
  const to = mail.forgetsAddress ? ERASED_ADDRESS : mail.to;
  const kept = toMessage(config, { ...mail, to }, now);
  const person = mail.personId === undefined ? {} : { [PERSON_HEADER]: mail.personId };
  const { message } = await composer.sendMail({ ...kept, headers: { ...kept.headers, ...person } });
  if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed in memory.');
  return writeToOutbox(outboxFolder(config.DATA_DIR), { at: now, to, source: message });
}

/** `send` resolves once the mail is stored in the database, so that a slow mail server delays no answer. */
function createSmtpMailer(options: MailerOptions, url: string): OwnedMailer {
  const { config, clock, db, logger, retryWaits } = options;
  const openTransport = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      connectionTimeout: 20_000,
      greetingTimeout: 20_000,
      // Some mail servers confirm a mail only after half a minute; sending it again would deliver it twice.
      socketTimeout: 60_000,
    });
  };
  let opened: ReturnType<typeof openTransport> | undefined;
  const domain = addressOf(config.MAIL_FROM).split('@').at(-1);
  const waiting = new WaitingMails({
    db,
    secret: config.JWT_SECRET,
    logger,
    deliver: async (mail, id) => {
      opened ??= openTransport();
      const transport = await opened;
      const message = toMessage(config, mail, new Date(clock.now()));
      // The id is the same for each attempt. If the reply to an accepted mail is lost, the mail is sent again, and
      // mailboxes drop the duplicate by its id.
      await transport.sendMail({ ...message, messageId: `<${id}@${domain}>` });
    },
    onFailed: (error) => recordMailFailure({ db, clock }, findMailFailure(error, url).reason),
    ...(retryWaits ? { waits: retryWaits } : {}),
  });
  return {
    send: (mail, trx) => waiting.add(mail, trx),
    countFailed: () => waiting.failed,
    countWaiting: () => countWaitingMails(db),
    takeOverQueue: () => waiting.takeOverQueue(),
    async close() {
      // An unresponsive mail server must not delay shutdown.
      await withTimeout(CLOSE_TIMEOUT_MS, () => waiting.close());
      (await opened)?.close();
    },
  };
}

type SenderConfig = Pick<Config, 'FROM_ENVIRONMENT' | 'MAIL_FROM'>;

/** The environment overrides the brand's name as sender. */
function senderOf(
  { FROM_ENVIRONMENT, MAIL_FROM }: SenderConfig,
  { fromName }: Mail,
): SendMailOptions['from'] {
  if (FROM_ENVIRONMENT.has('MAIL_FROM') || fromName === undefined) return MAIL_FROM;
  return { name: fromName, address: addressOf(MAIL_FROM) };
}

/** Converts a mail to a Nodemailer message. */
export function toMessage(config: SenderConfig, mail: Mail, date: Date): SendMailOptions {
  return {
    from: senderOf(config, mail),
    // As an object, so that an address cannot inject a second recipient.
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date,
    textEncoding: 'quoted-printable',
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'X-Mail-Kind': mail.kind,
      ...mail.headers,
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
