/** As a screen reader has it: an `alert` interrupts, a `note` stands there, `none` is gone soon. */
type ToastRole = 'none' | 'note' | 'alert';

export interface ToastMessage {
  /** Two messages with the same words are two. */
  readonly id: number;
  readonly role: ToastRole;
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
  brief: (text: string) => show('none', text),
  /** Leaves after five seconds. `said` is read aloud in its place, and names what it is about. */
  success: (text: string, said?: string) => show('note', text, undefined, said),
  /** Destructive: on the surface, with a red edge; leaves after five seconds. */
  error: (text: string, detail?: string) => show('alert', text, detail),
};

export const shownToast = (): ToastMessage | undefined => shown;

export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Asked by the card of the one that stands there, which goes with it. */
export const dismissToast = () => tell(undefined);

function show(role: ToastRole, text: string, detail?: string, said?: string): void {
  lastId += 1;
  tell({ id: lastId, role, text, detail, said });
}

function tell(next: ToastMessage | undefined): void {
  shown = next;
  for (const listener of listeners) listener();
}
