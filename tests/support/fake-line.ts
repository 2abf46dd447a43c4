import type { Line } from '#renderer/features/listening/line.ts';
import type { Answer } from '#renderer/features/listening/playback-state.ts';

/** The way to the recordings, as a test decides it: `answer` is what everybody hears who asks. */
export class FakeLine implements Line {
  answer: Answer = 'good';
  /** What the library says; `undefined` when it cannot be asked. */
  address: string | null | undefined = null;
  asked: string[] = [];

  ask(address: string): Promise<Answer> {
    this.asked.push(address);
    return Promise.resolve(this.answer);
  }

  findAddress(): Promise<string | null> {
    return this.address === undefined
      ? Promise.reject(new Error('the library is silent'))
      : Promise.resolve(this.address);
  }
}
