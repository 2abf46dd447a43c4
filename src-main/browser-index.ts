import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowserKiosk } from './browser/browser-kiosk.ts';
import { findBrowser } from './browser/find-browser.ts';
import { lockFolder } from './browser/single-instance.ts';

// `npm run kiosk -- --browser [--set-up]`; CHROMIUM_FLAGS are passed on, as in Debian's own launcher.
const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    kiosk: { type: 'boolean' },
    browser: { type: 'boolean' },
    'set-up': { type: 'boolean', default: false },
    'no-sandbox': { type: 'boolean' },
  },
});
const program = findBrowser(process.platform, process.env);
if (!program) {
  process.stderr.write(
    'No Chromium, Chrome or Edge was found on this machine.\n' +
      'Install one, or set its path: CHROMIUM_PATH=/path/to/it npm run kiosk -- --browser\n',
  );
  process.exit(1);
}
// npm requires a version in package.json.
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const flags = process.env['CHROMIUM_FLAGS']?.split(' ').filter(Boolean) ?? [];
const userData = resolve(process.env['DATA_DIR'] ?? join(root, 'kiosk-data'));
if (!lockFolder(userData)) {
  process.stderr.write(
    `A kiosk is already running with the data in ${userData}.\n` +
      'Close it first, or set DATA_DIR to another folder.\n',
  );
  process.exit(1);
}
process.stdout.write(`The kiosk runs in ${program}; its data is in ${userData}.
Unlike the desktop program it does not lock the keyboard, stay in front, empty the clipboard or start with
the machine: set up the tablet's or the system's own lock (docs/kiosk.md). To close it, use the staff corner
and the PIN, or press Ctrl-C.
`);
const kiosk = startBrowserKiosk({
  program,
  flags: [...flags, ...(values['no-sandbox'] ? ['--no-sandbox'] : [])],
  userData,
  outDir: join(root, 'out/main'),
  environment: process.env,
  version,
  isSetUp: values['set-up'],
  warn: (line) => void process.stderr.write(`${line}\n`),
  onEnd: () => process.exit(0),
});
let isEnding = false;
const end = () => {
  if (isEnding) return;
  isEnding = true;
  void kiosk.stop().finally(() => process.exit(0));
};
process.on('SIGINT', end);
process.on('SIGTERM', end);
// The parent command was killed: without it, no one could end the kiosk.
process.on('disconnect', end);
