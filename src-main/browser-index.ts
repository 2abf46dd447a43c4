import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBrowserKiosk } from './browser/browser-kiosk.ts';
import { findBrowser } from './browser/find-browser.ts';

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
      'Install one, or name it: CHROMIUM_PATH=/path/to/it npm run kiosk -- --browser\n',
  );
  process.exit(1);
}
// npm requires a version in package.json.
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const flags = process.env['CHROMIUM_FLAGS']?.split(' ').filter(Boolean) ?? [];
const userData = resolve(process.env['DATA_DIR'] ?? join(root, 'kiosk-data'));
process.stdout.write(`The kiosk in ${program}; what it keeps is in ${userData}.
Only the desktop program locks the keyboard, stays in front, empties the clipboard and starts with the
machine: here that is for the tablet's or the system's own lock (docs/kiosk.md). To end it: the staff
corner and the PIN, or Ctrl-C.
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
