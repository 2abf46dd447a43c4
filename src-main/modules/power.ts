import type { PowerSaveBlocker } from 'electron';

interface SoundingContents {
  on(event: 'media-started-playing' | 'media-paused' | 'destroyed', listener: () => void): unknown;
  on(event: 'render-process-gone', listener: () => void): unknown;
}

/** Prevents sleep during playback only, by Electron's own audio events. */
export function keepAwakeWhilePlaying(
  contents: SoundingContents,
  blocker: Pick<PowerSaveBlocker, 'start' | 'stop'>,
): void {
  let id: number | undefined;
  const release = () => {
    if (id !== undefined) blocker.stop(id);
    id = undefined;
  };
  contents.on('media-started-playing', () => {
    id ??= blocker.start('prevent-app-suspension');
  });
  contents.on('media-paused', release);
  contents.on('render-process-gone', release);
  contents.on('destroyed', release);
}
