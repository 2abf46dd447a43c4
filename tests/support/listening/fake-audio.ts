import type { AudioElement } from '#renderer/features/listening/engine/player-engine.ts';

/**
 * A silent `<audio>` element that fires events in a browser's order. Tests decide when metadata loads, sound begins and
 * errors occur.
 */
export class FakeAudio extends EventTarget implements AudioElement {
  seeking = false;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  preservesPitch = true;
  duration = Number.NaN;
  ended = false;
  error: MediaError | null = null;
  readyState = 0;
  loads: string[] = [];
  #src = '';
  #time = 0;
  #paused = true;
  #pending: PromiseWithResolvers<void>[] = [];

  get src(): string {
    return this.#src;
  }

  /** Loads, even if the address is unchanged. */
  set src(src: string) {
    this.#src = src;
    this.loads.push(src);
    this.#reset();
  }

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(time: number) {
    this.#time = time;
  }

  get paused(): boolean {
    return this.#paused;
  }

  removeAttribute(name: string): void {
    if (name === 'src') this.#src = '';
  }

  load(): void {
    this.#reset();
  }

  play(): Promise<void> {
    this.#paused = false;
    this.ended = false;
    const pending = Promise.withResolvers<void>();
    this.#pending.push(pending);
    return pending.promise;
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#reject('AbortError');
    this.dispatchEvent(new Event('pause'));
  }

  /** Metadata is loaded: duration and seeking are available. */
  loadMetadata(duration: number): void {
    this.duration = duration;
    this.readyState = 1;
    this.dispatchEvent(new Event('durationchange'));
    this.dispatchEvent(new Event('loadedmetadata'));
  }

  /** Starts the sound; loads the metadata first, with this duration. */
  begin(duration = 600): void {
    if (this.readyState === 0) this.loadMetadata(duration);
    this.readyState = 4;
    for (const pending of this.#pending.splice(0)) pending.resolve();
    this.dispatchEvent(new Event('playing'));
  }

  advanceTo(time: number): void {
    this.#time = time;
    this.dispatchEvent(new Event('timeupdate'));
  }

  emptyBuffer(): void {
    this.dispatchEvent(new Event('waiting'));
  }

  finish(): void {
    this.advanceTo(this.duration - 1);
    this.jumpToEnd();
  }

  /** Simulates Firefox, which reports a lost connection at once and continues to play its buffer. */
  loseConnection(): void {
    // No constructor creates a MediaError outside a browser.
    this.error = { code: 2, message: '' } as MediaError;
    this.dispatchEvent(new Event('error'));
  }

  /** Simulates Chromium, which ends at once if the remaining bytes are not playable. */
  jumpToEnd(): void {
    this.#time = this.duration;
    this.ended = true;
    this.#paused = true;
    this.dispatchEvent(new Event('timeupdate'));
    this.dispatchEvent(new Event('pause'));
    this.dispatchEvent(new Event('ended'));
  }

  /** Rejects play(), as a browser does without a user gesture. */
  refuse(): void {
    this.#paused = true;
    this.#reject('NotAllowedError');
  }

  /** The file is unavailable: the error event fires before the pending play() rejects. */
  breakDown(): void {
    // No constructor creates a MediaError outside a browser.
    this.error = { code: 4, message: 'no supported source' } as MediaError;
    this.dispatchEvent(new Event('error'));
    // Chromium pauses an element that has nothing to play.
    this.#paused = true;
    this.dispatchEvent(new Event('pause'));
    this.#reject('NotSupportedError');
  }

  #reject(name: string): void {
    for (const pending of this.#pending.splice(0)) {
      pending.reject(new DOMException('the play() request failed', name));
    }
  }

  #reset(): void {
    this.#reject('AbortError');
    this.#paused = true;
    this.playbackRate = this.defaultPlaybackRate;
    this.#time = 0;
    this.duration = Number.NaN;
    this.readyState = 0;
    this.error = null;
    this.ended = false;
  }
}
