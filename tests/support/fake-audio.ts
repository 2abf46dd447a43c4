import type { AudioElement } from '#renderer/features/listening/audio-element.ts';

/**
 * An `<audio>` element without sound: it keeps the order of events a browser keeps and lets the
 * test say when the file is known, when sound begins, and what goes wrong.
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

  /** Loads, also when it is the same address again. */
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

  /** The file is known: its length, and that one can move in it. */
  loadMetadata(duration: number): void {
    this.duration = duration;
    this.readyState = 1;
    this.dispatchEvent(new Event('durationchange'));
    this.dispatchEvent(new Event('loadedmetadata'));
  }

  /** Sound begins. */
  begin(): void {
    this.readyState = 4;
    for (const pending of this.#pending.splice(0)) pending.resolve();
    this.dispatchEvent(new Event('playing'));
  }

  advanceTo(time: number): void {
    this.#time = time;
    this.dispatchEvent(new Event('timeupdate'));
  }

  runDry(): void {
    this.dispatchEvent(new Event('waiting'));
  }

  /** Some bytes more have come, not enough for sound. */
  bringBytes(): void {
    this.dispatchEvent(new Event('progress'));
  }

  /** Heard to its end. */
  finish(): void {
    this.advanceTo(this.duration - 1);
    this.leapToEnd();
  }

  /** Firefox says at once that the line has broken, and sounds on with what it has; at last it is at the end. */
  loseLine(): void {
    // no constructor makes a MediaError outside a browser
    this.error = { code: 2, message: '' } as MediaError;
    this.dispatchEvent(new Event('error'));
  }

  /** What is left of its bytes is nothing it could play: Chromium is at the end at once. */
  leapToEnd(): void {
    this.#time = this.duration;
    this.ended = true;
    this.#paused = true;
    this.dispatchEvent(new Event('timeupdate'));
    this.dispatchEvent(new Event('pause'));
    this.dispatchEvent(new Event('ended'));
  }

  /** The browser refuses to begin, as it does without a gesture. */
  refuse(): void {
    this.#paused = true;
    this.#reject('NotAllowedError');
  }

  /** The file cannot be had: the error is announced, then the pending play() fails as well. */
  breakDown(): void {
    // no constructor makes a MediaError outside a browser
    this.error = { code: 4, message: 'no supported source' } as MediaError;
    this.dispatchEvent(new Event('error'));
    // Chromium pauses an element that has nothing to play.
    this.#paused = true;
    this.dispatchEvent(new Event('pause'));
    this.#reject('NotSupportedError');
  }

  /** Chromium at bytes it cannot play: its place moves a little after its error, and only then it pauses. */
  giveUp(at: number): void {
    this.loseLine();
    this.advanceTo(at);
    this.#paused = true;
    this.dispatchEvent(new Event('timeupdate'));
    this.dispatchEvent(new Event('pause'));
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
