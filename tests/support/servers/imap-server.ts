import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import { makeCertificate } from './certificate.ts';
import { stopChild } from './child-process.ts';
import { freePort } from './free-port.ts';
import { waitUntilListening } from './ports.ts';

const runs = (command: string, option: string) =>
  spawnSync(command, [option], { stdio: 'ignore' }).status === 0;

/** Debian's dovecot-imapd, which .ci/programs installs. */
export const hasImapServer =
  process.platform === 'linux' && runs('dovecot', '--version') && runs('openssl', 'version');

export interface ImapServer {
  /** `INBOX_URL` of its only mailbox. */
  readonly url: string;
  /** The mailbox over TLS with a self-signed certificate. */
  readonly tlsUrl: string;
  readonly certificate: string;
  readonly port: number;
  deliver(source: string, flags?: { isSeen: boolean }): Promise<void>;
  /** Read flags of all mails in order of arrival. */
  seen(): Promise<boolean[]>;
  empty(): Promise<void>;
  stop(): Promise<void>;
}

export const IMAP_USER = 'desk@cradlesong.example';
export const IMAP_PASSWORD = 'a p@ss/word';

/** A real IMAP server with one empty mailbox in its own folder. */
export async function startImapServer({
  port: wanted,
}: {
  port?: number;
} = {}): Promise<ImapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'imap-'));
  const [port, tlsPort] = [wanted ?? (await freePort()), await freePort()];
  const { cert: certificate } = await makeCertificate(folder);
  writeFileSync(join(folder, 'dovecot.conf'), configOf(folder, { port, tlsPort }));
  const server = spawn('dovecot', ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' });
  await waitUntilListening(port, 'dovecot');
  const user = encodeURIComponent(IMAP_USER);
  const urlOf = (scheme: string, at: number) =>
    `${scheme}://${user}:${encodeURIComponent(IMAP_PASSWORD)}@127.0.0.1:${at}`;
  return {
    url: urlOf('imap', port),
    tlsUrl: urlOf('imaps', tlsPort),
    certificate,
    port,
    deliver: (source, { isSeen } = { isSeen: false }) =>
      withClient(port, async (client) => {
        const flags = isSeen ? ['\\Seen'] : [];
        await client.append('INBOX', source.replace(/\r?\n/g, '\r\n'), flags);
      }),
    seen: () =>
      withClient(port, async (client) => {
        const mails = await client.fetchAll('1:*', { flags: true, uid: true });
        return mails.map(({ flags }) => flags?.has('\\Seen') ?? false);
      }),
    empty: () => withClient(port, async (client) => void (await client.messageDelete('1:*'))),
    stop: () => stopChild(server),
  };
}

async function withClient<T>(port: number, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const client = new ImapFlow({
    ...{ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, logger: false },
    auth: { user: IMAP_USER, pass: IMAP_PASSWORD },
  });
  await client.connect();
  await client.mailboxOpen('INBOX');
  try {
    return await work(client);
  } finally {
    await client.logout();
  }
}

/** Started by root, dovecot needs unprivileged users; otherwise it runs as the current user. */
function configOf(folder: string, ports: { port: number; tlsPort: number }): string {
  const isRoot = process.getuid?.() === 0;
  const mails = join(folder, 'mails');
  mkdirSync(mails);
  // Dovecot runs as the user nobody, but mkdtemp restricts access to the owner.
  chmodSync(folder, 0o755);
  const nobody = isRoot ? userIdOf('nobody') : userInfo().uid;
  if (isRoot) chownSync(mails, nobody, nobody);
  const own = userInfo().username;
  const users = isRoot
    ? ''
    : `default_internal_user = ${own}\ndefault_login_user = ${own}\nservice anvil {\n chroot =\n}`;
  writeFileSync(join(folder, 'users'), `${IMAP_USER}:{PLAIN}${IMAP_PASSWORD}\n`);
  chmodSync(join(folder, 'users'), 0o644);
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
log_path = ${folder}/log
${users}
mail_location = maildir:${mails}
mail_uid = ${nobody}
mail_gid = ${nobody}
first_valid_uid = 1
last_valid_uid = 0
ssl = yes
ssl_cert = <${folder}/fullchain.pem
ssl_key = <${folder}/privkey.pem
disable_plaintext_auth = no
auth_failure_delay = 0
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${nobody} gid=${nobody} home=${mails}
}
service imap-login {
  ${isRoot ? '' : 'chroot ='}
  inet_listener imap {
    port = ${ports.port}
  }
  inet_listener imaps {
    port = ${ports.tlsPort}
    ssl = yes
  }
}
`;
}

function userIdOf(name: string): number {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((it) => it.startsWith(`${name}:`));
  return Number(line?.split(':')[2]);
}
