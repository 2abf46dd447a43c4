import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface HealthWatch {
  /** The slowest response since the last call, in ms. */
  take(): Promise<number>;
  stop(): void;
}

/** Requests the address every few milliseconds from a separate process. */
export async function watchHealth(address: string): Promise<HealthWatch> {
  const child = fork(new URL('./health-watch.process.ts', import.meta.url), [address]);
  const take = async (): Promise<number> => {
    const answered = once(child, 'message');
    child.send('take');
    const [worst] = await answered;
    return worst;
  };
  await take();
  return { take, stop: () => child.kill() };
}
