import { createTransport } from 'nodemailer';

const PATIENCE_MS = 10_000;

/** Explains why the mail server is unreachable or refuses us; omits its address, which may hold a password. */
export async function findMailFault(url: string | undefined): Promise<string | undefined> {
  if (url === undefined) return undefined;
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    const { code } = Object(error);
    return code === 'EAUTH'
      ? 'SMTP_URL: the mail server refuses the user or the password. No mail goes out until that is corrected.'
      : `SMTP_URL: the mail server does not answer (${code ?? 'no reason given'}). Mails are tried again for a while; see that it runs and that the address is right.`;
  } finally {
    transport.close();
  }
}
