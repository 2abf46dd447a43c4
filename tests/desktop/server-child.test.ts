import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createServerProcess,
  type ServerChild,
  type ServerControl,
  type ServerState,
} from '#main/modules/server-process.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { OUTSIDE_ADDRESS } from '#tests/support/servers/outside-address.ts';
import { copySeededData } from '#tests/support/servers/server-process.ts';
import { CAN_MOUNT, mountSmallDisk } from '#tests/support/servers/small-disk.ts';

const ENTRY = resolve(import.meta.dirname, '../../out/main/server.js');
/** Simulates Electron's utility process: a port to its parent. */
const PARENT_PORT = `data:text/javascript,${encodeURIComponent(
  'process.parentPort = { postMessage: (message) => process.send(message) };',
)}`;
interface Shell {
  control: ServerControl;
  states: ServerState[];
  children: ChildProcess[];
  url(): string | undefined;
}

const undo: (() => unknown)[] = [];
let dataDir: string;

beforeEach(async () => {
  // A seeded library, as on every start except the first.
  dataDir = await copySeededData();
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** The shell's server supervisor with the built server as a plain child process. */
function startShell(options: { port?: number; settings?: Record<string, string> } = {}): Shell {
  const states: ServerState[] = [];
  const children: ChildProcess[] = [];
  let port = options.port ?? 0;
  const control = createServerProcess({
    fork(wanted): ServerChild {
      const child = fork(ENTRY, [], {
        execArgv: ['--import', PARENT_PORT],
        env: {
          PATH: process.env['PATH'],
          HOST: '127.0.0.1',
          DATA_DIR: dataDir,
          PORT: `${wanted}`,
          ...options.settings,
        },
        silent: true,
      });
      children.push(child);
      return {
        pid: child.pid,
        kill: () => child.kill(),
        // One listener for either event; Node's overloads name the events separately.
        on: (event: 'message' | 'exit', listener: (value: number) => void) =>
          child.on(event as 'exit', listener as (code: number | null) => void),
      };
    },
    killHard: (pid) => void process.kill(pid, 'SIGKILL'),
    port: {
      read: () => port,
      write: (next) => {
        port = next;
      },
    },
    log: () => {},
  });
  control.onState((state) => states.push(state));
  undo.push(() => control.stop());
  control.start();
  return { control, states, children, url: control.url };
}

const ready = (shell: Shell, times = 1) =>
  vi.waitFor(
    () => expect(shell.states.filter(({ status }) => status === 'ready')).toHaveLength(times),
    { timeout: 30_000, interval: 50 },
  );
const failed = (shell: Shell) =>
  vi.waitFor(
    () => {
      const failure = shell.states.find((state) => state.status === 'failed');
      if (failure?.status !== 'failed') throw new Error('not yet');
      return failure;
    },
    { timeout: 30_000, interval: 50 },
  );
const answers = async (shell: Shell) => (await fetch(`${shell.url()}/readyz`)).status;

describe('the built server under the shell', () => {
  test.runIf(OUTSIDE_ADDRESS)(
    'if restarted to turn sharing on or off, keeps its port and its window',
    async () => {
      const settings: Record<string, string> = {};
      const shell = startShell({ settings });
      await ready(shell);
      const before = shell.url();
      const outside = `http://${OUTSIDE_ADDRESS}:${new URL(before ?? '').port}/healthz`;
      await expect(fetch(outside)).rejects.toThrow();
      for (const [index, host] of ['0.0.0.0', '127.0.0.1'].entries()) {
        settings['HOST'] = host;
        shell.control.restart();
        await ready(shell, index + 2);
        expect(shell.url()).toBe(before);
        expect(await answers(shell)).toBe(200);
        const reached = await fetch(outside).then(
          ({ status }) => status,
          () => 'refused',
        );
        expect(reached).toBe(host === '0.0.0.0' ? 200 : 'refused');
      }
      expect(shell.states.map(({ status }) => status)).not.toContain('failed');
    },
  );

  test('if its port is taken, logs it and uses another', async () => {
    const other = createServer();
    const taken = await new Promise<number>((done) => {
      other.listen(0, '127.0.0.1', () => done(Number(Object(other.address()).port)));
    });
    undo.push(() => other.close());
    const shell = startShell({ port: taken });
    expect((await failed(shell)).message).toContain(`port ${taken} is already in use`);
    await ready(shell);
    expect(shell.url()).not.toContain(`:${taken}`);
    expect(await answers(shell)).toBe(200);
  });

  test('if its database is locked by another program, keeps running, and works after the release', async () => {
    const other = new DatabaseSync(join(dataDir, 'cradlesong.sqlite'));
    other.exec('BEGIN EXCLUSIVE');
    const port = await freePort();
    const shell = startShell({ port });
    // 503 while it must write before it is ready, 200 when reading is enough.
    await vi.waitFor(
      async () => {
        const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
        expect([200, 503]).toContain(status);
      },
      { timeout: 30_000, interval: 50 },
    );
    other.exec('COMMIT');
    other.close();
    await ready(shell);
    expect(await answers(shell)).toBe(200);
  });

  test('if its database is invalid, shows advice, and starts once it is replaced', async () => {
    const file = join(dataDir, 'cradlesong.sqlite');
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    writeFileSync(file, 'this is not a database'.repeat(100));
    const shell = startShell();
    expect((await failed(shell)).message).toContain('is not a database. Restore a backup');
    rmSync(file);
    await ready(shell);
    expect(await answers(shell)).toBe(200);
  });

  test.runIf(CAN_MOUNT)(
    'if its disk is full, reports it, and starts once there is room',
    async () => {
      const disk = mountSmallDisk(128 * 1024 * 1024);
      undo.unshift(disk.remove);
      cpSync(dataDir, disk.folder, { recursive: true });
      dataDir = disk.folder;
      disk.fill();
      const shell = startShell();
      expect((await failed(shell)).message).toContain('is full');
      disk.makeRoom();
      await ready(shell);
      expect(await answers(shell)).toBe(200);
    },
  );
});
