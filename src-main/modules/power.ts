import type { PowerSaveBlocker, WebContents } from 'electron';

/** Prevents sleep only during playback, which Electron's audio events report. */
export function keepAwakeWhilePlaying(
  contents: Pick<WebContents, 'on'>,
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
