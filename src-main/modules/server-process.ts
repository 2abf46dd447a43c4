import { serverMessageSchema } from '#contract/device/desktop.ts';
import { createBackoff } from './backoff.ts';
import { watchServer } from './server-watch.ts';

/** The part of Electron's UtilityProcess in use; a Node child process has it too. */
export interface ServerChild {
  readonly pid?: number | undefined;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  /** Asks the process to exit; a hanging one does not react. */
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
  /** Ends a process that does not react (SIGKILL). */
  killHard: (pid: number) => void;
  /** The last port is reused, because the port is part of the origin of the pages' storage. */
  port: { read(): number; write(port: number): void };
  log: (line: string) => void;
}

export type ServerControl = ReturnType<typeof createServerProcess>;

/** Timeout of a start. The first one fills the library, which is slow on some disks. */
const READY_MS = 120_000;
const STOP_MS = 8_000;
const NO_REASON = 'The server exited without an error message. The log files may have details.';

/** Supervises one server: waits until it is ready, kills it on a timeout, restarts it when it exits. */
export function createServerProcess(options: ServerProcessOptions) {
  const { fork, killHard, port, log } = options;
  const stateListeners: ((state: ServerState) => void)[] = [];
  const hangListeners: (() => void)[] = [];
  let url: string | undefined;
  let child: ServerChild | undefined;
  let isStopping = false;
  /** The child once it is ready; only a ready child is restarted gracefully. */
  let ready: ServerChild | undefined;
  let isRestarting = false;
  /** Another program uses the saved port. It stays saved until the server runs on another port. */
  let isPortTaken = false;
  const backoff = createBackoff({ minMs: 500, maxMs: 30_000 });
  let retry: NodeJS.Timeout | undefined;

  function setState(state: ServerState): void {
    url = state.status === 'ready' ? state.url : undefined;
    for (const listener of stateListeners) listener(state);
  }

  function start(): void {
    if (isStopping || child) return;
    clearTimeout(retry);
    if (!isRestarting) setState({ status: 'starting' });
    isRestarting = false;
    let readyAt: number | undefined;
    let reason: string | undefined;
    const current = fork(isPortTaken ? 0 : port.read());
    child = current;
    const timeout = setTimeout(() => {
      reason = `The server did not get ready within ${READY_MS / 1000} seconds.`;
      killNow(current);
    }, READY_MS);

    current.on('message', (message) => {
      const parsed = serverMessageSchema.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === 'failed') {
        reason = parsed.data.message;
        return;
      }
      clearTimeout(timeout);
      readyAt = performance.now();
      ready = current;
      isPortTaken = false;
      const { port: actualPort } = new URL(parsed.data.url);
      port.write(Number(actualPort));
      log(`server ready at ${parsed.data.url}`);
      // The window uses the loopback address, regardless of the address the server listens on.
      setState({ status: 'ready', url: `http://127.0.0.1:${actualPort}` });
    });
    current.on('exit', (code) => {
      clearTimeout(timeout);
      if (child !== current) return;
      child = undefined;
      ready = undefined;
      if (isRestarting) return start();
      log(`server exited with code ${code}${reason ? `: ${reason}` : ''}`);
      if (isStopping) return;
      if (reason && /EADDRINUSE|EACCES/.test(reason)) isPortTaken = true;
      const runMs = readyAt === undefined ? 0 : performance.now() - readyAt;
      const retryInMs = backoff.delayAfter(runMs);
      setState({ status: 'failed', message: reason ?? NO_REASON, retryInMs });
      retry = setTimeout(start, retryInMs);
    });
  }

  function killNow({ pid }: ServerChild): void {
    if (pid !== undefined) killHard(pid);
  }

  return {
    start() {
      watchServer(
        () => url,
        (reason) => {
          for (const listener of hangListeners) listener();
          log(`replacing the server: ${reason}`);
          if (child) killNow(child);
        },
      );
      start();
    },
    /** The server's origin; undefined until it is ready. */
    url: () => url,
    onState: (listener: (state: ServerState) => void) => void stateListeners.push(listener),
    /** Calls back before a server that no longer responds is replaced. */
    onHang: (listener: () => void) => void hangListeners.push(listener),
    /** Restarts it gracefully, with the current settings. */
    restart() {
      const last = ready;
      if (!last || isRestarting || isStopping) return;
      isRestarting = true;
      // Pages must not be loaded from a server that is about to exit.
      setState({ status: 'starting' });
      const timeout = setTimeout(() => killNow(last), STOP_MS);
      last.on('exit', () => clearTimeout(timeout));
      last.kill();
    },
    /** Retries without waiting for the backoff, on user request. */
    retryNow() {
      backoff.reset();
      start();
    },
    /** Stops it gracefully; resolves when the process has exited. */
    async stop() {
      isStopping = true;
      clearTimeout(retry);
      const last = child;
      if (!last) return;
      await new Promise<void>((resolve) => {
        const timeout = setTimeout(() => killNow(last), STOP_MS);
        last.on('exit', () => {
          clearTimeout(timeout);
          resolve();
        });
        last.kill();
      });
      setState({ status: 'stopped' });
    },
  };
}
