/** The part of an `<audio>` element the engine uses; a test brings its own. */
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
 * The one `<audio>` element of the application. It stands in the document beside the pages, so
 * that no page takes it away, and nothing else may process its sound: Web Audio in its path
 * silences a locked iPhone.
 */
export function createAudioElement(): HTMLAudioElement {
  const element = document.createElement('audio');
  element.preload = 'metadata';
  document.body.append(element);
  return element;
}
