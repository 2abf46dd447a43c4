export type ToastTone = 'success' | 'error';

export interface ToastMessage {
  /** Two messages with the same words are two. */
  readonly id: number;
  readonly tone: ToastTone;
  readonly text: string;
  /** A second sentence, under the first. */
  readonly detail: string | undefined;
}

let shown: ToastMessage | undefined;
let lastId = 0;
const listeners = new Set<() => void>();

/** A message that leaves by itself; one at a time, the newest wins. */
export const toast = {
  /** Leaves after two seconds. */
  success: (text: string) => show('success', text),
  /** Destructive: on the surface, with a red edge; leaves after five seconds. */
  error: (text: string, detail?: string) => show('error', text, detail),
};

export const shownToast = (): ToastMessage | undefined => shown;

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Only while it is still the one that stands there. */
export function dismissToast(id: number): void {
  if (shown?.id === id) tell(undefined);
}

function show(tone: ToastTone, text: string, detail?: string): void {
  lastId += 1;
  tell({ id: lastId, tone, text, detail });
}

function tell(next: ToastMessage | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
