import type { MailFailure, MailTestAnswer } from '#contract/calls/mail-test.ts';

type Failed = Extract<MailTestAnswer, { outcome: 'failed' }>;

const LONGEST_TEXT = 500;
const TLS_CODES = /^(ETLS|ERR_SSL|ERR_TLS|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;
const NETWORK_CODES =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EDNS|EAI_AGAIN)/;

/** Describes an error of the mail library for admins. */
export function describeMailFailure(error: unknown, smtpUrl: string): Failed {
  const { responseCode, response, message } = Object(error);
  const code = typeof responseCode === 'number' ? responseCode : null;
  const said = String(response ?? message ?? error);
  const text = withoutCredentials(said, smtpUrl).slice(0, LONGEST_TEXT);
  return { outcome: 'failed', reason: reasonOf(error, code), code, text };
}

function reasonOf(error: unknown, smtpCode: number | null): MailFailure {
  const { code, cause, command } = Object(error);
  // The library wraps network errors; the inner code is specific.
  const codes = [code, Object(cause).code].map(String);
  const text = String(Object(error).message);
  if (codes.includes('EAUTH')) return 'sign_in';
  if (codes.some((it) => TLS_CODES.test(it)) || /certificate|SSL|TLS/i.test(text)) return 'tls';
  if (smtpCode !== null) return 'refused';
  if (codes.includes('ETIMEDOUT')) return 'slow';
  if (codes.some((it) => NETWORK_CODES.test(it)) || command === 'CONN') return 'unreachable';
  return 'other';
}

/** A mail server may echo credentials in plain text or base64. */
function withoutCredentials(text: string, smtpUrl: string): string {
  const { username, password } = new URL(smtpUrl);
  const secrets = [username, password].map(decodeURIComponent).filter((secret) => secret !== '');
  const forms = secrets.flatMap((secret) => [secret, Buffer.from(secret).toString('base64')]);
  return forms.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
