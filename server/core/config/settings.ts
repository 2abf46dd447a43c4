import { isIP } from 'node:net';
import { z } from 'zod';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { parseS3Location } from '../files/s3-location.ts';

interface Setting {
  doc: string;
  schema: z.ZodType;
  /** An empty default means "not set". A default is parsed like a given value, so that an invalid one is detected. */
  default: string;
  /** Text in docs/settings.md instead of `default` if the default is computed. */
  defaultDoc?: string;
}

const ON = ['on', 'true', 'yes', '1'];
const OFF = ['off', 'false', 'no', '0'];

const flag = z
  .string()
  .toLowerCase()
  .refine((text) => ON.includes(text) || OFF.includes(text), 'must be on or off')
  .transform((text) => ON.includes(text));

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

/** Placeholders from examples, and easily guessed secrets. */
const PLACEHOLDERS =
  /change[-_ ]?(me|it|this)|replace[-_ ]?(me|it|this)|place[-_ ]?holder|your[-_ ]?(secret|password)|^<.*>$|^(.{1,4})\4+.{0,3}$/i;
const PLACEHOLDER =
  'is a placeholder; write a secret of your own, as from `openssl rand -base64 32`';
const isNoPlaceholder = (text: string) => !PLACEHOLDERS.test(text) && new Set(text).size > 3;

const unset = z.literal('').transform(() => undefined);
const optional = <S extends z.ZodType>(schema: S) => z.union([unset, schema]);

function urlOf(...protocols: string[]) {
  const names = protocols.map((name) => `${name}//`).join(' or ');
  return z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address that starts with ${names}`,
    );
}

function findStorageProblem(text: string): string | undefined {
  // An invalid address has already been reported.
  if (!URL.canParse(text)) return undefined;
  const { protocol, host } = new URL(text);
  if (protocol === 's3:') {
    const location = parseS3Location(text);
    return typeof location === 'string' ? location : undefined;
  }
  return host === ''
    ? undefined
    : 'must have three slashes before the folder, as in file:///var/lib/cradlesong';
}

const storageUrl = urlOf('file:', 's3:').superRefine((text, context) => {
  const problem = findStorageProblem(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

const origin = urlOf('http:', 'https:').transform((text) => text.replace(/\/+$/, ''));

const mailbox = urlOf('imaps:', 'imap:').refine((text) => {
  const { hostname, username, password } = new URL(text);
  return ![hostname, username, password].includes('');
}, 'must name user, password and server, as in imaps://user:password@host');

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);

/** Express' names of local networks. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (bits === undefined) return NETWORKS.includes(address) || isIP(address) !== 0;
  const maxBits = isIP(address) === 4 ? 32 : 128;
  return rest.length === 0 && isIP(address) !== 0 && /^\d+$/.test(bits) && Number(bits) <= maxBits;
}

/** Addresses or networks (CIDR). */
const networks = list.refine(
  (parts) => parts.every((part) => isIP(part.split('/')[0] ?? '') !== 0 && isNetwork(part)),
  'must be addresses or networks, such as 10.1.2.0/24',
);

/** Express' formats: a number of proxies in front, or their addresses. */
const trustedProxies = z
  .string()
  .refine(
    (text) =>
      OFF.includes(text.toLowerCase()) ||
      /^\d{1,2}$/.test(text) ||
      text.split(',').every((proxy) => isNetwork(proxy.trim())),
    'must be off, the number of proxies, or their addresses (such as 10.0.0.0/8, loopback)',
  )
  .transform((text) =>
    OFF.includes(text.toLowerCase()) ? false : /^\d+$/.test(text) ? Number(text) : text,
  );

export const SETTINGS = {
  PORT: {
    doc: 'Port to listen on; `0` takes any free one.',
    schema: integer(0, 65_535),
    default: '4310',
  },
  HOST: {
    doc: 'Address to listen on. `127.0.0.1` keeps the server to this machine.',
    schema: optional(z.string()),
    default: '',
    defaultDoc: 'all addresses of this machine',
  },
  DATA_DIR: {
    doc: 'Folder of everything that must be kept: database, recordings, secrets, outbox.',
    schema: z.string().min(1),
    default: 'data',
  },
  RENDERER_DIR: {
    doc: 'Folder of the built pages.',
    schema: optional(z.string()),
    default: '',
    defaultDoc: '`out/renderer` of this program',
  },
  SITE_URL: {
    doc: 'The address of the site. Links in mails and sign-in redirects start with it; with `https://` browsers stay on https.',
    schema: optional(origin),
    default: '',
    defaultDoc: '`http://localhost:PORT`',
  },
  ALLOWED_HOSTS: {
    doc: 'Further host names of this server, separated by commas. `SITE_URL`, addresses and names of private networks are always accepted; others get 421.',
    schema: list,
    default: '',
  },
  ADDITIONAL_REDIRECT_URLS: {
    doc: 'Further redirect targets of mailed links, separated by commas; `*` matches anything without `.` and `/`, `**` anything.',
    schema: list,
    default: '',
  },
  ANON_KEY: {
    doc: 'Public keys of clients, separated by commas. Our own pages send the first; add the hosted key so that existing clients keep working.',
    schema: list
      .refine((keys) => keys.length > 0 && keys.every((key) => key.length >= 8), {
        error: 'each key must have at least 8 characters',
      })
      .transform((keys) => keys.join()),
    default: DEFAULT_ANON_KEY,
  },
  JWT_SECRET: {
    doc: 'Secret of access tokens. Several machines need the same one; a new one signs everyone out.',
    schema: optional(
      z.string().min(32, 'must have at least 32 characters').refine(isNoPlaceholder, PLACEHOLDER),
    ),
    default: '',
    defaultDoc: 'made at the first start, kept in `DATA_DIR/jwt-secret`',
  },
  DATABASE_URL: {
    doc: 'PostgreSQL instead of the embedded database `DATA_DIR/cradlesong.sqlite`.',
    schema: optional(urlOf('postgres:', 'postgresql:')),
    default: '',
  },
  STATEMENT_LIMIT_S: {
    doc: 'Seconds after which a statement of a write on PostgreSQL is rolled back; `0` for no limit.',
    schema: integer(0, 3600),
    default: '60',
  },
  STORAGE_URL: {
    doc: 'Storage of recordings and pictures: a folder (`file:///…`) or an S3-compatible store (`s3://bucket/prefix?endpoint=https://…`, also `region`, `addressing`) with `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.',
    schema: optional(storageUrl),
    default: '',
    defaultDoc: '`DATA_DIR/storage`',
  },
  BACKUP_URL: {
    doc: 'Destination of full backups, as in `STORAGE_URL`, on a different disk from `DATA_DIR`.',
    schema: optional(storageUrl),
    default: '',
  },
  BACKUP_KEY: {
    doc: 'Key for full backups, on a machine without this file.',
    schema: optional(z.string()),
    default: '',
    defaultDoc: 'made and shown once by the first full backup, kept in `DATA_DIR/backup-identity`',
  },
  BACKUP_EVERY_HOURS: {
    doc: 'Hours between automatic full backups, with `BACKUP_URL` and a key; `0` for never.',
    schema: integer(0, 8760),
    default: '24',
  },
  BACKUP_KEEP_DAYS: {
    doc: 'Days after which a full backup is deleted; the newest always stays.',
    schema: integer(1, 3650),
    default: '90',
  },
  BACKUP_CHECK_EVERY_DAYS: {
    doc: 'Days between checks of the newest full backup by a trial restore; `0` for never.',
    schema: integer(0, 365),
    default: '7',
  },
  FFMPEG: {
    doc: 'Program that levels uploaded recordings; `off` leaves them as they are.',
    schema: z.string().min(1),
    default: 'ffmpeg',
    defaultDoc: '`ffmpeg` where installed, or the program of `ffmpeg-static`',
  },
  SMTP_URL: {
    doc: 'Mail server, `smtp://user:password@host:587`. Without it every mail is a file in `DATA_DIR/outbox`.',
    schema: optional(urlOf('smtp:', 'smtps:')),
    default: '',
  },
  MAIL_FROM: {
    doc: 'Sender of every mail.',
    schema: z.string().regex(/@/, 'must be a mail address'),
    default: 'Cradlesong <hello@cradlesong.example>',
    defaultDoc: '`Cradlesong <hello@cradlesong.example>`, with the name of Brand',
  },
  INBOX_URL: {
    doc: 'Mailbox for replies to tickets, `imaps://user:password@host/mailbox` (default `INBOX`; `imap://` for STARTTLS). Without it mailed replies do not reach tickets.',
    schema: optional(mailbox),
    default: '',
  },
  INBOX_ADDRESS: {
    doc: 'Mail address of the mailbox of `INBOX_URL`.',
    schema: optional(z.string().regex(/^[^\s<>,]+@[^\s<>,]+$/, 'must be a mail address')),
    default: '',
    defaultDoc: 'the user of `INBOX_URL` if that is an address, else the address of Brand',
  },
  AUTH_AUTOCONFIRM: {
    doc: 'Whether a new account counts as confirmed at once.',
    schema: optional(flag),
    default: '',
    defaultDoc: '`on` without `SMTP_URL`, `off` with it',
  },
  AUTH_MAGIC_LINK: {
    doc: 'Whether the sign-in form offers a link by mail.',
    schema: flag,
    default: 'on',
  },
  AUTH_SIGNUP: {
    doc: 'Whether sign-up is open.',
    schema: flag,
    default: 'on',
  },
  AUTH_EMAIL: {
    doc: "Whether users can sign in at all; off leaves only the admin's password.",
    schema: flag,
    default: 'on',
  },
  AUTH_TELL_ACCOUNTS: {
    doc: 'Whether answers reveal which addresses have an account, as in GoTrue.',
    schema: flag,
    default: 'off',
  },
  AUTH_REAUTHENTICATION: {
    doc: 'Whether a new password needs a code by mail when the sign-in is older than a day.',
    schema: flag,
    default: 'off',
  },
  AUTH_CURRENT_PASSWORD: {
    doc: 'Whether a new password needs the current one, except after a recovery.',
    schema: flag,
    default: 'off',
  },
  AUTH_PASSWORD_LENGTH: {
    doc: 'Minimum length of a new password.',
    schema: integer(6, 64),
    default: '8',
  },
  AUTH_PASSWORD_CHECK: {
    doc: '`common` also refuses the most common passwords; `length` checks the length alone, as the hosted service does.',
    schema: z.enum(['common', 'length']),
    default: 'common',
  },
  AUTH_MAILS_PER_HOUR: {
    doc: 'Sign-in mails of the whole server per hour, and as many for newsletter and deletion forms; `0` for no limit.',
    schema: integer(0, 1_000_000),
    default: '600',
  },
  AUTH_MAIL_INTERVAL_S: {
    doc: 'Seconds between two mails of one kind to one address; one hour after six unanswered mails in a day. `0` for no limit.',
    schema: integer(0, 86_400),
    default: '60',
  },
  AUTH_RATE_LIMIT: {
    doc: 'Sign-in requests from one network address in five minutes; `0` for no limit.',
    schema: optional(integer(0, 1_000_000)),
    default: '',
    defaultDoc: '`150`, without a limit for this machine itself',
  },
  PLAY_LOG_CONSENT: {
    doc: 'Listening history: `ask` keeps nothing without consent; `on` starts it with every account ([privacy.md](privacy.md#consent-to-the-listening-history)).',
    schema: z.enum(['on', 'ask'], 'must be on or ask'),
    default: 'ask',
  },
  PLAY_LOG_DAYS: {
    doc: 'Days after which a play is deleted.',
    schema: integer(1, 365),
    default: '365',
  },
  AUDIT_LOG_DAYS: {
    doc: 'Days after which an entry of the audit log is deleted.',
    schema: integer(1, 3650),
    default: '365',
  },
  TICKET_SILENCE_DAYS: {
    doc: 'Days without a reply after which an answered ticket is closed; `0` for never.',
    schema: integer(0, 3650),
    default: '14',
  },
  OUTBOX_DAYS: {
    doc: 'Days after which a mail in `DATA_DIR/outbox` is deleted.',
    schema: integer(1, 3650),
    default: '30',
  },
  ADMIN_PASSWORD: {
    doc: 'Password of the admin area. Kept only as a hash.',
    schema: optional(
      z.string().min(10, 'must have at least 10 characters').refine(isNoPlaceholder, PLACEHOLDER),
    ),
    default: '',
    defaultDoc: 'made and shown once at the first start',
  },
  KIOSK: {
    doc: 'Set by a kiosk: allows hand-over codes, and refuses the admin area to other machines.',
    schema: flag,
    default: 'off',
  },
  SERVICE_WORKER: {
    doc: 'Whether browsers cache the application so that it opens offline. Never in a kiosk.',
    schema: flag,
    default: 'on',
  },
  KIOSK_TOKEN_HASH: {
    doc: 'Set by a kiosk: SHA-256 of the token of its window.',
    schema: optional(z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')),
    default: '',
  },
  PREMIUM_GATE: {
    doc: 'Whether premium tracks need an active subscription.',
    schema: flag,
    default: 'off',
  },
  STREAMS_PER_ADDRESS: {
    doc: 'Limit of open event streams per network address; `0` for none.',
    schema: integer(0, 1_000_000),
    default: '200',
  },
  WRITES_PER_MINUTE: {
    doc: 'Limit of rows a user writes through the tables in a minute; `0` for none.',
    schema: integer(0, 1_000_000),
    default: '600',
  },
  METRICS_TOKEN: {
    doc: 'Bearer token for `/metrics` from other machines.',
    schema: optional(z.string().min(16, 'must have at least 16 characters')),
    default: '',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    doc: 'OpenTelemetry collector (OTLP/HTTP, JSON), such as `http://localhost:4318`. Other `OTEL_…` variables apply.',
    schema: optional(urlOf('http:', 'https:')),
    default: '',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    doc: 'Full address for traces only, such as `http://localhost:4318/v1/traces`.',
    schema: optional(urlOf('http:', 'https:')),
    default: '',
  },
  OTEL_SDK_DISABLED: {
    doc: 'No traces, even if an address is set.',
    schema: flag,
    default: 'off',
  },
  ACCEL_REDIRECT: {
    doc: 'Location under which nginx serves the files itself (`X-Accel-Redirect`), such as `/_files/`.',
    schema: optional(z.string().regex(/^\/.*\/$/, 'must start and end with a slash')),
    default: '',
  },
  IMPORT_NETWORKS: {
    doc: 'Private networks from which files may be imported by https address.',
    schema: networks,
    default: '',
  },
  TRUST_PROXY: {
    doc: 'Proxies whose `X-Forwarded-*` headers are trusted: their number or their addresses.',
    schema: trustedProxies,
    default: 'off',
  },
  LOG_LEVEL: {
    doc: 'Lowest severity that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
  },
  WEB_CONCURRENCY: {
    doc: 'Worker processes that share the port.',
    schema: integer(1, 64),
    default: '1',
  },
  DEV_MODE: {
    doc: 'For `npm run dev` only: `/dev/mailbox` shows every mail to anyone.',
    schema: flag,
    default: 'off',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

/** Renders the table of docs/settings.md; a test compares them. */
export function renderSettingsTable(): string {
  const entries: [string, Setting][] = Object.entries(SETTINGS);
  const rows = entries.map(([name, { doc, default: text, defaultDoc }]) => {
    const shown = defaultDoc ?? (text === '' ? 'none' : `\`${text}\``);
    return `| \`${name}\` | ${shown} | ${doc} |`;
  });
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n');
}
