/** The part of an `<audio>` element that the engine uses; tests use a fake. */
export type AudioElement = Pick<
  HTMLAudioElement,
  | 'addEventListener'
  | 'currentTime'
  | 'defaultPlaybackRate'
  | 'duration'
  | 'ended'
  | 'error'
  | 'load'
  | 'pause'
  | 'paused'
  | 'play'
  | 'playbackRate'
  | 'preservesPitch'
  | 'readyState'
  | 'removeAttribute'
  | 'seeking'
  | 'src'
>;

/**
 * The application's single `<audio>` element. It is outside the pages, so that navigation keeps it.
 * Do not route it through Web Audio, which is silent on a locked iPhone.
 */
export function createAudioElement(): HTMLAudioElement {
  const element = document.createElement('audio');
  element.preload = 'metadata';
  document.body.append(element);
  return element;
}
