import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { childEnvironment } from '#server/core/config/config.ts';
import { BUILDER, ensureBuilt } from './build.ts';
import { parseOptions } from './command.ts';

const root = resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const has = parseOptions({
  name: 'npm run desktop',
  about: 'The application in a window of its own, over its own server on this machine.',
  options: {
    kiosk: { about: 'Full screen and locked, as npm run kiosk has it.' },
    browser: {
      about:
        'With --kiosk: in a Chromium that is there already, for a tablet that is locked on its own.',
    },
    'set-up': { about: 'With --kiosk: take a first PIN at the screen.' },
    dev: { about: 'With hot reload, for development.' },
    'no-sandbox': { about: 'For root, to whom Chromium gives no sandbox.' },
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
  process.stderr.write('--browser goes with the kiosk: npm run kiosk -- --browser\n');
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
try {
  if (!isDev) await ensureBuilt((line) => void process.stdout.write(`${line}\n`));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
const child = spawn(command.program, command.args, {
  cwd: root,
  // The IPC channel ends the kiosk's browser with this command, even if the command is killed.
  stdio: isInBrowser ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  env: childEnvironment(isDev ? { SITE_URL: 'http://localhost:5173', DEV_MODE: 'on' } : {}),
});
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 0));
