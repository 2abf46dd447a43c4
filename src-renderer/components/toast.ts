export type ToastTone = 'success' | 'error';

/** A message that leaves by itself; one at a time, the newest wins. */
export const toast = {
  /** Leaves after two seconds. */
  success: (text: string) => show('success', text),
  /** Destructive: on the surface, with a red edge; leaves after five seconds. */
  error: (text: string, detail?: string) => show('error', text, detail),
};

/** So that a message about a lost connection does not itself need one. */
export async function preloadToasts(): Promise<void> {
  await import('./toaster.tsx');
}

function show(tone: ToastTone, text: string, detail?: string): void {
  // Loaded with the first message: nobody needs it before.
  void import('./toaster.tsx').then(({ showToast }) => showToast({ tone, text, detail }));
}
