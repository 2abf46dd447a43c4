export type ToastTone = 'brief' | 'success' | 'error';

export interface ToastMessage {
  /** Two messages with the same words are two. */
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  /** A second sentence, under the first. */
  readonly detail: string | undefined;
  /** Read aloud in place of both. */
  readonly said: string | undefined;
}

let shown: ToastMessage | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/** A message that leaves by itself; one at a time, the newest wins. */
export const toast = {
  /** Leaves after the two seconds specified for it; the page shows what it says as well. */
  brief: (text: string) => show('brief', text),
  /** Leaves after five seconds. `said` is read aloud in its place, and names what it is about. */
  success: (text: string, said?: string) => show('success', text, undefined, said),
  /** Destructive: on the surface, with a red edge; leaves after five seconds. */
  error: (text: string, detail?: string) => show('error', text, detail),
};

export const shownToast = (): ToastMessage | undefined => shown;

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asked by the card of the one that stands there, which goes with it. */
export const dismissToast = () => tell(undefined);

function show(tone: ToastTone, text: string, detail?: string, said?: string): void {
  lastId += 1;
  tell({ id: lastId, tone, text, detail, said });
}

function tell(next: ToastMessage | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
