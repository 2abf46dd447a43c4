import { isIP } from 'node:net';
import { z } from 'zod';
import { DEFAULT_ANON_KEY } from '#contract/words/public-config.ts';
import { parseS3Location } from './s3-location.ts';

/** One setting: what it is for, how its text becomes a value, and the text that counts when none is given. */
interface Setting {
  doc: string;
  schema: z.ZodType;
  /** Empty: not set. Parsed like a given value, so a wrong default cannot go unseen. */
  default: string;
  /** What the README says instead of `default` where the default depends on something else. */
  defaultDoc?: string;
}

const ON = ['on', 'true', 'yes', '1'];
const OFF = ['off', 'false', 'no', '0'];

const flag = z
  .string()
  .toLowerCase()
  .refine((text) => ON.includes(text) || OFF.includes(text), 'must be on or off')
  .transform((text) => ON.includes(text));

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

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

function problemOfStorage(text: string): string | undefined {
  // What is no address at all has been said already.
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

const place = urlOf('file:', 's3:').superRefine((text, context) => {
  const problem = problemOfStorage(text);
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

/** Express' names for networks that are near. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  if (bits === undefined) return NETWORKS.includes(address) || isIP(address) !== 0;
  const most = isIP(address) === 4 ? 32 : 128;
  return rest.length === 0 && isIP(address) !== 0 && /^\d+$/.test(bits) && Number(bits) <= most;
}

/** Express' own forms: a number of proxies in front, or their addresses. */
const trustedProxies = z
  .string()
  .refine(
    (text) =>
      OFF.includes(text.toLowerCase()) ||
      /^\d{1,2}$/.test(text) ||
      text.split(',').every((proxy) => isProxy(proxy.trim())),
    'must be off, how many there are, or their addresses (such as 10.0.0.0/8, loopback)',
  )
  .transform((text) =>
    OFF.includes(text.toLowerCase()) ? false : /^\d+$/.test(text) ? Number(text) : text,
  );

export const SETTINGS = {
  PORT: {
    doc: 'Port to listen on; `0` takes any free one.',
    schema: whole(0, 65_535),
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
    doc: 'The address people type. Links in mails and every sign-in redirect start with it; with `https://` browsers are told to stay on https.',
    schema: optional(origin),
    default: '',
    defaultDoc: '`http://localhost:PORT`',
  },
  ALLOWED_HOSTS: {
    doc: 'Further names this server goes by, separated by commas. It answers to that of `SITE_URL`, to addresses and to names that only a private network knows; any other is refused (421).',
    schema: list,
    default: '',
  },
  ADDITIONAL_REDIRECT_URLS: {
    doc: 'Further addresses a link in a mail may lead to, separated by commas; `*` stands for anything without `.` and `/`, `**` for anything.',
    schema: list,
    default: '',
  },
  ANON_KEY: {
    doc: 'Key the page sends before anybody has signed in. Public, not a secret.',
    schema: z.string().min(8, 'must have at least 8 characters'),
    default: DEFAULT_ANON_KEY,
  },
  JWT_SECRET: {
    doc: 'Secret behind every access token. Several machines need the same one; a new one signs everybody out.',
    schema: optional(z.string().min(32, 'must have at least 32 characters')),
    default: '',
    defaultDoc: 'made at the first start, kept in `DATA_DIR/jwt-secret`',
  },
  DATABASE_URL: {
    doc: 'PostgreSQL to use instead of the embedded database `DATA_DIR/cradlesong.sqlite`.',
    schema: optional(urlOf('postgres:', 'postgresql:')),
    default: '',
  },
  DATABASE_REPLICA_URL: {
    doc: 'A streaming replica of the PostgreSQL of `DATABASE_URL`, which answers what everybody may read. While it is away or behind, nobody notices.',
    schema: optional(urlOf('postgres:', 'postgresql:')),
    default: '',
  },
  STATEMENT_LIMIT_S: {
    doc: 'Seconds that one statement of a change may take on PostgreSQL; after that nothing of the change is saved, and whoever asked is told to try again. `0` for no limit.',
    schema: whole(0, 3600),
    default: '60',
  },
  STORAGE_URL: {
    doc: 'Where recordings and pictures are kept: a folder as `file:///…`, or an S3-compatible store as `s3://bucket/prefix?endpoint=https://…` (also `region`, `addressing`), with the usual `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY` beside it.',
    schema: optional(place),
    default: '',
    defaultDoc: '`DATA_DIR/storage`',
  },
  BACKUP_URL: {
    doc: 'Where whole backups go, encrypted, by themselves and by `npm run backup -- --whole`: a folder or a store, in the form of `STORAGE_URL` and with the same credentials. Not on the disk of `DATA_DIR`.',
    schema: optional(place),
    default: '',
  },
  BACKUP_KEY: {
    doc: 'The key of whole backups, as it was shown; needed where this machine has lost its own.',
    schema: optional(z.string()),
    default: '',
    defaultDoc:
      'made and shown once by the first whole backup, kept in `DATA_DIR/whole-backup-key`',
  },
  BACKUP_EVERY_HOURS: {
    doc: 'Hours from one whole backup to the next, which the server makes by itself where `BACKUP_URL` is set and there is a key; `0` for never.',
    schema: whole(0, 8760),
    default: '24',
  },
  BACKUP_KEEP_DAYS: {
    doc: 'Days after which a whole backup leaves the place of `BACKUP_URL`, with what no other needs; the newest stays in any case.',
    schema: whole(1, 3650),
    default: '90',
  },
  BACKUP_CHECK_EVERY_DAYS: {
    doc: 'Days from one check of the newest whole backup to the next: the server reads all of it and restores it in a scratch place; `0` for never by itself.',
    schema: whole(0, 365),
    default: '7',
  },
  FFMPEG: {
    doc: 'Program that measures and levels uploaded recordings; `off` leaves them as they are.',
    schema: z.string().min(1),
    default: 'ffmpeg',
    defaultDoc: '`ffmpeg`, where it is installed, or that of the npm package `ffmpeg-static`',
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
    doc: 'Mailbox that replies to tickets come into, `imaps://user:password@host/mailbox` (`INBOX` without a mailbox; `imap://` for STARTTLS). Without it what she replies by mail stays out of her ticket.',
    schema: optional(mailbox),
    default: '',
  },
  INBOX_ADDRESS: {
    doc: 'Mail address that leads into the mailbox of `INBOX_URL`, where replies to tickets are asked for.',
    schema: optional(z.string().regex(/^[^\s<>,]+@[^\s<>,]+$/, 'must be a mail address')),
    default: '',
    defaultDoc: 'the user of `INBOX_URL` where that is an address, else that of Brand',
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
    doc: 'Whether new people may sign up by themselves.',
    schema: flag,
    default: 'on',
  },
  AUTH_EMAIL: {
    doc: "Whether people sign in at all; off leaves only the admin's password.",
    schema: flag,
    default: 'on',
  },
  AUTH_TELL_ACCOUNTS: {
    doc: 'Whether sign-up, magic links and changes of address say which addresses have an account, as GoTrue does; off, only a mail to the address says it.',
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
    doc: 'Characters a new password needs at least; the commonest ones are refused at any length.',
    schema: whole(6, 64),
    default: '8',
  },
  AUTH_MAILS_PER_HOUR: {
    doc: 'Sign-in mails of the whole server in one hour; `0` for no limit.',
    schema: whole(0, 1_000_000),
    default: '0',
  },
  AUTH_MAIL_INTERVAL_S: {
    doc: 'Seconds between two mails of one kind to one address; after six in a day that nobody answered, an hour. `0` for no limit.',
    schema: whole(0, 86_400),
    default: '60',
  },
  AUTH_RATE_LIMIT: {
    doc: 'Sign-in requests from one network address in five minutes; `0` for no limit.',
    schema: optional(whole(0, 1_000_000)),
    default: '',
    defaultDoc: '`150`, without a limit for this machine itself',
  },
  PLAY_LOG_CONSENT: {
    doc: 'How the switch for the listening history stands in the sign-up form: `on`, and she can switch it off before she presses, or `ask`, where it is off until she switches it on. A client that sends no answer agrees with `on` and is not asked with `ask`.',
    schema: z.enum(['on', 'ask'], 'must be on or ask'),
    default: 'on',
  },
  PLAY_LOG_DAYS: {
    doc: 'Days after which a play leaves the log of who agreed to one; at most the year she was promised.',
    schema: whole(1, 365),
    default: '365',
  },
  AUDIT_LOG_DAYS: {
    doc: "Days after which a line leaves the audit log of the admin's changes.",
    schema: whole(1, 3650),
    default: '365',
  },
  TICKET_SILENCE_DAYS: {
    doc: 'Days without a word of hers after which an answered ticket is closed by itself; her mail says so. `0`: never.',
    schema: whole(0, 3650),
    default: '14',
  },
  OUTBOX_DAYS: {
    doc: 'Days after which a mail in `DATA_DIR/outbox` is removed.',
    schema: whole(1, 3650),
    default: '30',
  },
  ADMIN_PASSWORD: {
    doc: 'Password of the admin area. Kept only as a hash.',
    schema: optional(z.string().min(10, 'must have at least 10 characters')),
    default: '',
    defaultDoc: 'made and shown once at the first start',
  },
  KIOSK: {
    doc: 'Whether this server belongs to a kiosk, which sets it: its own screen may ask for hand-over codes, and the admin area is refused to other machines.',
    schema: flag,
    default: 'off',
  },
  SERVICE_WORKER: {
    doc: 'Whether browsers keep the frame of the application, so that it opens without a line. Where it is off, they drop what they kept at their next visit; a kiosk never keeps it.',
    schema: flag,
    default: 'on',
  },
  KIOSK_TOKEN_HASH: {
    doc: "SHA-256 of the token by which the kiosk's own window proves itself; set by that window when it starts its server.",
    schema: optional(z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')),
    default: '',
  },
  PREMIUM_GATE: {
    doc: 'Whether premium tracks need an active subscription.',
    schema: flag,
    default: 'off',
  },
  STREAMS_PER_ADDRESS: {
    doc: 'Event streams one network address may keep open; `0` for no limit.',
    schema: whole(0, 1_000_000),
    default: '200',
  },
  WRITES_PER_MINUTE: {
    doc: 'Rows one person may write through the tables in a minute; `0` for no limit.',
    schema: whole(0, 1_000_000),
    default: '600',
  },
  METRICS_TOKEN: {
    doc: 'Bearer token that may read `/metrics` from elsewhere; without one only this machine may.',
    schema: optional(z.string().min(16, 'must have at least 16 characters')),
    default: '',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    doc: 'Collector of OpenTelemetry that gets traces over OTLP/HTTP (JSON), such as `http://localhost:4318`. The other `OTEL_…` variables count then, too.',
    schema: optional(urlOf('http:', 'https:')),
    default: '',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    doc: 'The same as the whole address, such as `http://localhost:4318/v1/traces`.',
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
  TRUST_PROXY: {
    doc: 'Proxies in front whose `X-Forwarded-*` headers count: how many, or their addresses.',
    schema: trustedProxies,
    default: 'off',
  },
  LOG_LEVEL: {
    doc: 'How much is written: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'info',
  },
  WEB_CONCURRENCY: {
    doc: 'Worker processes that share the port.',
    schema: whole(1, 64),
    default: '1',
  },
  DEV_MODE: {
    doc: 'For `npm run dev` only: `/dev/mailbox` shows every mail to everybody, and a taken port is waited for.',
    schema: flag,
    default: 'off',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]['schema']> };

/** The README's table; a test keeps the two equal. */
export function renderSettingsTable(): string {
  const entries: [string, Setting][] = Object.entries(SETTINGS);
  const rows = entries.map(([name, { doc, default: text, defaultDoc }]) => {
    const shown = defaultDoc ?? (text === '' ? 'none' : `\`${text}\``);
    return `| \`${name}\` | ${shown} | ${doc} |`;
  });
  return ['| setting | default | what it does |', '|---|---|---|', ...rows].join('\n');
}
