import { explainMailFailure } from '#contract/constants/mail-failures.ts';
import { findMailFailure } from '#server/core/mail/mail-failure.ts';

const TIMEOUT_MS = 10_000;

/** Explains why the mail server is unreachable or refuses us; omits its address, which may hold a password. */
export async function findMailFault(url: string | undefined): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { reason } = findMailFailure(error, url);
    return `${explainMailFailure(reason, 'SMTP_URL')} Until then no mail can be sent.`;
  } finally {
    transport.close();
  }
}
