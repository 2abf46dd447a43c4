import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { childEnvironment } from '#server/core/config/config.ts';
import { BUILDER } from './build.ts';
import { exitWith, parseOptions, printLine } from './command.ts';

// `npm run dev`: pages with hot reload on port 5173, and a server that restarts on changes.
const PAGES = 'http://localhost:5173';
parseOptions({
  name: 'npm run dev',
  about: `Pages with hot reload on ${PAGES}, and a server behind them that restarts on a change.`,
});

printLine(`
Pages with hot reload:   ${PAGES}
Mails that were "sent":  ${PAGES}/dev/mailbox
`);

// electron-vite starts Electron; here that is Node with the server.
const child = spawn(process.execPath, [BUILDER, '--watch', '--entry', 'out/main/server.js'], {
  cwd: resolve(import.meta.dirname, '../..'),
  stdio: 'inherit',
  env: childEnvironment({
    ELECTRON_EXEC_PATH: process.execPath,
    SITE_URL: PAGES,
    HOST: '127.0.0.1',
    DEV_MODE: 'on',
  }),
});
exitWith(child);
