/** For developers only; not shown to users. */
export function logWarning(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the page writes to it
  console.warn(what, error);
}
