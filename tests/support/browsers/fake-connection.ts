import type { ProbeResult } from '#renderer/features/listening/engine/playback-state.ts';
import type { Connection } from '#renderer/features/listening/prefetch/audio-requests.ts';

/** A fake connection for recordings: every request gets `answer`. */
export class FakeConnection implements Connection {
  answer: ProbeResult = 'good';
  /** The library's answer; `undefined` if it is unreachable. */
  address: string | null | undefined = null;
  asked: string[] = [];

  probe(address: string): Promise<ProbeResult> {
    this.asked.push(address);
    return Promise.resolve(this.answer);
  }

  findAddress(): Promise<string | null> {
    return this.address === undefined
      ? Promise.reject(new Error('the library is silent'))
      : Promise.resolve(this.address);
  }
}
