import { serverMessageSchema } from '#contract/device/desktop.ts';

/** As much of Electron's UtilityProcess as is needed; plain child processes fit as well. */
export interface ServerChild {
  readonly pid?: number | undefined;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  /** Asks it to end; a process that hangs does not hear that. */
  kill(): boolean;
}

export type ServerState =
  | { readonly status: 'starting' }
  | { readonly status: 'ready'; readonly url: string }
  | { readonly status: 'failed'; readonly message: string; readonly retryInMs: number }
  | { readonly status: 'stopped' };

interface ServerProcessOptions {
  /** Starts the built server on a port of 127.0.0.1; port 0 is any free one. */
  fork: (port: number) => ServerChild;
  /** Ends a process that no longer listens (SIGKILL). */
  killHard: (pid: number) => void;
  /** The last port, because the pages' own storage belongs to their origin and the port is part of it. */
  port: { read(): number; write(port: number): void };
  onState: (state: ServerState) => void;
  log: (line: string) => void;
  /** A first start fills the library, on a slow disk. */
  readyMs?: number;
}

export interface ServerControl {
  start(): void;
  /** For a server that no longer answers: ended hard, and started again. */
  replace(reason: string): void;
  /** Lets answers finish and starts it again, with the settings of that moment. */
  restart(): void;
  /** At once, when somebody asks for it. */
  retryNow(): void;
  /** Lets answers finish; resolves when the process is gone. */
  stop(): Promise<void>;
}

const READY_MS = 120_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** A server that has lived this long was healthy: its death starts the pauses anew. */
const HEALTHY_MS = 60_000;
const STOP_MS = 8_000;
const DIED = 'The server ended without saying why. The log files may say more.';

/** Keeps one server alive: waits for its word, ends it when none comes, starts another when it dies. */
export function createServerProcess(options: ServerProcessOptions): ServerControl {
  const { fork, killHard, port, onState, log, readyMs = READY_MS } = options;
  let child: ServerChild | undefined;
  let isStopping = false;
  /** The child while it is ready: only then may it be told to end and be missed. */
  let ready: ServerChild | undefined;
  let isRestarting = false;
  let pauseMs = FIRST_PAUSE_MS;
  let retry: NodeJS.Timeout | undefined;

  function start(): void {
    if (isStopping || child) return;
    clearTimeout(retry);
    onState({ status: 'starting' });
    const wanted = port.read();
    const startedAt = performance.now();
    let reason: string | undefined;
    let isReady = false;
    const current = fork(wanted);
    child = current;
    const patience = setTimeout(() => {
      reason = `The server did not get ready within ${readyMs / 1000} seconds.`;
      end(current);
    }, readyMs);

    current.on('message', (message) => {
      const parsed = serverMessageSchema.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === 'failed') {
        reason = parsed.data.message;
        return;
      }
      clearTimeout(patience);
      isReady = true;
      ready = current;
      const { port: taken } = new URL(parsed.data.url);
      port.write(Number(taken));
      log(`server ready at ${parsed.data.url}`);
      // The window's own address stays the same, whomever else the server listens to.
      onState({ status: 'ready', url: `http://127.0.0.1:${taken}` });
    });
    current.on('exit', (code) => {
      clearTimeout(patience);
      if (child !== current) return;
      child = undefined;
      ready = undefined;
      if (isRestarting) {
        isRestarting = false;
        start();
        return;
      }
      log(`server ended with code ${code}${reason ? `: ${reason}` : ''}`);
      if (isStopping) return;
      // Another program may have taken the port meanwhile; then any free one will do.
      if (!isReady && wanted !== 0) port.write(0);
      if (isReady && performance.now() - startedAt > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS;
      onState({ status: 'failed', message: reason ?? DIED, retryInMs: pauseMs });
      retry = setTimeout(start, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  }

  function end({ pid }: ServerChild): void {
    if (pid !== undefined) killHard(pid);
  }

  return {
    start,
    replace(reason) {
      log(`replacing the server: ${reason}`);
      if (child) end(child);
    },
    restart() {
      const last = ready;
      if (!last || isRestarting || isStopping) return;
      isRestarting = true;
      const patience = setTimeout(() => end(last), STOP_MS);
      last.on('exit', () => clearTimeout(patience));
      last.kill();
    },
    retryNow() {
      pauseMs = FIRST_PAUSE_MS;
      start();
    },
    async stop() {
      isStopping = true;
      clearTimeout(retry);
      const last = child;
      if (!last) return;
      await new Promise<void>((resolve) => {
        const patience = setTimeout(() => end(last), STOP_MS);
        last.on('exit', () => {
          clearTimeout(patience);
          resolve();
        });
        last.kill();
      });
      onState({ status: 'stopped' });
    },
  };
}
