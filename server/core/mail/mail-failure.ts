import type { MailFailure } from '#contract/constants/mail-failures.ts';

export interface FoundMailFailure {
  readonly reason: MailFailure;
  /** The mail server's reply code; null if none was received. */
  readonly code: number | null;
  /** The mail server's reply, or the network error, without credentials. */
  readonly text: string;
}

interface FailureSigns {
  /** Error codes of the library, of Node and of the IMAP reply. */
  readonly codes: readonly string[];
  /** SMTP reply code. */
  readonly reply: number;
  /** SMTP command that was answered. */
  readonly command: string;
  readonly text: string;
  readonly flags: ReadonlySet<string>;
}

const any = ({ codes }: FailureSigns, pattern: RegExp) => codes.some((code) => pattern.test(code));

/** The first matching rule determines the reason. */
const RULES: readonly (readonly [MailFailure, (signs: FailureSigns) => boolean])[] = [
  ['tls', (it) => any(it, /^PRIVACYREQUIRED$/) || (it.reply === 530 && /TLS/i.test(it.text))],
  [
    'sign_in',
    (it) =>
      it.flags.has('authenticationFailed') ||
      any(it, /^(EAUTH|AUTHENTICATIONFAILED|AUTHORIZATIONFAILED)$/) ||
      [530, 534, 535, 538].includes(it.reply),
  ],
  ['mailbox', (it) => it.flags.has('mailboxMissing') || any(it, /^NONEXISTENT$/)],
  ['relay', (it) => it.reply >= 500 && /relay/i.test(it.text)],
  [
    'sender',
    (it) =>
      it.reply >= 500 &&
      (it.command === 'MAIL FROM' || /\bsender\b|\bSPF\b|\bDMARC\b|\bDKIM\b/i.test(it.text)),
  ],
  ['recipient', (it) => it.reply >= 500 && it.command === 'RCPT TO'],
  ['refused', (it) => it.reply >= 500],
  ['later', (it) => it.reply >= 400],
  ['certificate', (it) => any(it, /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS_CERT)/)],
  [
    'tls',
    (it) =>
      it.flags.has('tlsFailed') ||
      any(it, /^(ETLS|ERR_SSL|ERR_TLS|EPROTO$|STARTTLS|UPGRADE|ClosedAfterConnectTLS)/),
  ],
  ['slow', (it) => any(it, /TIMEOUT|ETIMEDOUT/)],
  ['tls', (it) => /\bSSL\b|TLS\b/i.test(it.text)],
  ['no_host', (it) => any(it, /^(ENOTFOUND|EAI_AGAIN|EDNS)/)],
  [
    'unreachable',
    (it) =>
      it.command === 'CONN' ||
      any(
        it,
        /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|EPIPE|NoConnection|EConnectionClosed|ClosedAfterConnect)/,
      ),
  ],
];

const MAX_TEXT = 500;

/** Reads an error of the SMTP or IMAP library; `url` is the mail server's address with the credentials. */
export function findMailFailure(error: unknown, url: string): FoundMailFailure {
  const { responseCode, response, responseText, message, command } = Object(error);
  const reply = typeof responseCode === 'number' ? responseCode : null;
  const said = String(responseText ?? response ?? message ?? error);
  const signs: FailureSigns = {
    codes: codesOf(error),
    reply: reply ?? 0,
    command: String(command),
    text: `${said} ${message}`,
    flags: new Set(FLAGS.filter((flag) => Object(error)[flag] === true)),
  };
  const reason = RULES.find(([, holds]) => holds(signs))?.[0] ?? 'other';
  const text = withoutCredentials(said, url).slice(0, MAX_TEXT);
  return { reason, code: reply, text };
}

const FLAGS = ['authenticationFailed', 'mailboxMissing', 'tlsFailed'];

/** The libraries wrap network errors; the inner code is specific. */
function codesOf(error: unknown): string[] {
  const { code, originalCode, serverResponseCode, cause, _err: inner } = Object(error);
  const all = [code, originalCode, serverResponseCode, Object(cause).code, Object(inner).code];
  return all.filter((one) => typeof one === 'string');
}

/** A mail server may echo credentials in plain text or base64. */
function withoutCredentials(text: string, url: string): string {
  const { username, password } = new URL(url);
  const secrets = [username, password].map(decodeURIComponent).filter((secret) => secret !== '');
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64')]);
  return forms.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
