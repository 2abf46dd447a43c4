import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface HealthWatch {
  /** The slowest response since the last call, in ms, and how often all addresses were requested. */
  take(): Promise<{ worst: number; rounds: number }>;
  stop(): void;
}

/** Requests the addresses in turn every few milliseconds from a separate process. */
export async function watchHealth(...addresses: string[]): Promise<HealthWatch> {
  const child = fork(new URL('./health-watch.process.ts', import.meta.url), addresses);
  const take = async () => {
    const answered = once(child, 'message');
    child.send('reset');
    const [message] = await answered;
    // Only health-watch.process.ts posts messages, of this type.
    return message as { worst: number; rounds: number };
  };
  await take();
  return { take, stop: () => child.kill() };
}
