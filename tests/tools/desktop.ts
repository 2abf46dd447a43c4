import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// `node tests/tools/desktop.ts`: tests the real window if Electron's binary is available. Not part of `npm test`.
const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'node_modules/electron');
const named = join(folder, 'path.txt');
const binary = existsSync(named)
  ? join(
      process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist'),
      readFileSync(named, 'utf8').trim(),
    )
  : undefined;

if (!binary || !existsSync(binary)) {
  console.error(
    'The tests of the real window did NOT run: the Electron binary is not on this machine.',
  );
  console.error(
    'Fetch it with `npx install-electron`, then run `node tests/tools/desktop.ts` again.',
  );
  process.exit(1);
}
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'tests/desktop/electron/vitest.config.ts',
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, ELECTRON_BINARY: binary } },
);
child.on('exit', (code) => process.exit(code ?? 1));
