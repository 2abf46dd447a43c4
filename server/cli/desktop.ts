import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { childEnvironment } from '#server/core/config/config.ts';
import { BUILDER, buildOrExit } from './build.ts';
import { exitWith, parseOptions } from './command.ts';

const root = resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const { has } = parseOptions({
  name: 'npm run desktop',
  about: 'Opens the application in a desktop window, with its own server on this machine.',
  options: {
    kiosk: { about: 'Full screen and locked, like npm run kiosk.' },
    browser: {
      about:
        'With --kiosk: uses an installed Chromium, for a tablet that is locked by other means.',
    },
    'set-up': { about: 'With --kiosk: asks for the first PIN on the screen.' },
    dev: { about: 'With hot reload, for development.' },
    'no-sandbox': { about: 'Required for root: Chromium has no sandbox for it.' },
  },
});
const isDev = has('dev');

/** Does not import 'electron', which would download it. */
function findElectron(): string | undefined {
  const folder = join(root, 'node_modules/electron');
  const override = childEnvironment({})['ELECTRON_OVERRIDE_DIST_PATH'];
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const binary = join(override ?? join(folder, 'dist'), readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : undefined;
}

const isInBrowser = has('browser');
const electron = isInBrowser ? process.execPath : findElectron();
if (isInBrowser && !has('kiosk')) {
  process.stderr.write('--browser needs --kiosk: npm run kiosk -- --browser\n');
  process.exit(2);
}
if (!electron) {
  process.stderr.write(
    'The window needs the Electron binary, which is not on this machine.\n' +
      'Fetch it once with `npx install-electron`, then run this command again.\n' +
      'Without it the same pages open in any browser: `npm start`, `npm run dev`, `npm run kiosk -- --browser`.\n',
  );
  process.exit(1);
}

const command = isDev
  ? { program: process.execPath, args: [BUILDER, '--watch'] }
  : {
      program: electron,
      args: [isInBrowser ? join(root, 'src-main/browser-index.ts') : root, ...args],
    };
if (!isDev) await buildOrExit();
const child = spawn(command.program, command.args, {
  cwd: root,
  // The IPC channel ends the kiosk's browser with this command, even if the command is killed.
  stdio: isInBrowser ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  env: childEnvironment(isDev ? { SITE_URL: 'http://localhost:5173', DEV_MODE: 'on' } : {}),
});
exitWith(child);
