/** Listeners of one kind of change; `add` returns a function that removes the listener. */
export function createListeners<Args extends readonly unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell(...args: Args): void {
      for (const listener of listeners) listener(...args);
    },
  };
}
