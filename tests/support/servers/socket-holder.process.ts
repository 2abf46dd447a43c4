import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { resolve } from 'node:path';

/**
 * Simulates systemd socket activation: opens a listening socket and runs the server on it RUNS times in sequence. It
 * never accepts a connection itself, because `spawnSync` blocks its event loop.
 */
const ENTRY = resolve(import.meta.dirname, '../../../server/index.ts');
const RUN = 'echo $$ > "$PID_FILE"; LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"';

const holder = createServer().listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () => {
  // There is no public API for a socket's descriptor, which must be passed on.
  const { fd } = (holder as unknown as { _handle: { fd: number } })._handle;
  for (let run = 0; run < Number(process.env['RUNS']); run += 1) {
    spawnSync('sh', ['-c', RUN, 'sh', process.execPath, ENTRY], {
      stdio: ['ignore', 'inherit', 'inherit', fd],
    });
  }
  process.exit();
});
