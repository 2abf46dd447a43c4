/** For what a person need not see and a developer may want to. */
export function logWarning(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the one place where the page writes to it
  console.warn(what, error);
}
