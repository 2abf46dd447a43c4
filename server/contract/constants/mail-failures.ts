/** The setting with the mail server's address. */
type MailServerSetting = 'SMTP_URL' | 'INBOX_URL';

const PORTS: Readonly<Record<MailServerSetting, string>> = {
  SMTP_URL: 'Port 465 needs smtps://, port 587 smtp://.',
  INBOX_URL: 'Port 993 needs imaps://, port 143 imap://.',
};

type Explain = (setting: MailServerSetting) => string;

/** Reasons why a mail could not be sent or the mailbox could not be read, each with a remedy. */
const EXPLANATIONS = {
  sign_in: (setting) =>
    `The mail server did not accept the user name or password. Check both in ${setting}; some providers need an app password.`,
  certificate: (setting) =>
    `The mail server’s certificate is not valid for this address. Use in ${setting} the host name that your provider gives, or have the certificate renewed.`,
  tls: (setting) =>
    `No encrypted connection could be made. Check the beginning and the port of ${setting}. ${PORTS[setting]}`,
  no_host: (setting) => `No server has this name. Check the host in ${setting} for a typing error.`,
  unreachable: (setting) =>
    `No mail server answers at this address. Check host and port in ${setting}, and the firewall.`,
  slow: (setting) =>
    `The mail server took too long. Check the port in ${setting}, and whether a firewall or your hosting provider closes it. ${PORTS[setting]}`,
  mailbox: (setting) => `There is no mailbox with this name. Check the end of ${setting}.`,
  sender: () =>
    'The mail server does not let us send from this address. Set MAIL_FROM to an address that your account may send from.',
  relay: (setting) =>
    `The mail server does not relay our mails to other servers. Put the user name and password of your account into ${setting}, and its address into MAIL_FROM.`,
  recipient: () =>
    'The mail server does not accept the recipient’s address. Check it for a typing error.',
  refused: () => 'The mail server refused the mail. Its provider can say why.',
  later: () =>
    'The mail server accepts no mail right now. Try again in an hour. If it still refuses, ask its provider about limits.',
  other: (setting) =>
    `The mail server gave an unknown answer. Check ${setting}, and try again later.`,
} satisfies Record<string, Explain>;
export type MailFailure = keyof typeof EXPLANATIONS;
export const MAIL_FAILURES = Object.keys(EXPLANATIONS) as [MailFailure, ...MailFailure[]];

export function explainMailFailure(reason: MailFailure, setting: MailServerSetting): string {
  return EXPLANATIONS[reason](setting);
}
