interface InstanceApp {
  requestSingleInstanceLock(): boolean;
  quit(): void;
  on(event: 'second-instance', listener: (event: unknown, argv: string[]) => void): unknown;
}

/** True in the first process; a later one hands its arguments to the first and ends. */
export function claimSingleInstance(
  app: InstanceApp,
  onSecond: (argv: readonly string[]) => void,
): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on('second-instance', (_event, argv) => onSecond(argv));
  return true;
}
