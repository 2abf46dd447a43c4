interface InstanceApp {
  requestSingleInstanceLock(): boolean;
  quit(): void;
}

/** True in the first process; a later one passes its arguments to the first (`second-instance`) and exits. */
export function claimSingleInstance(app: InstanceApp): boolean {
  const isFirst = app.requestSingleInstanceLock();
  if (!isFirst) app.quit();
  return isFirst;
}
