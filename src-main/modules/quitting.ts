interface QuittingApp {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  on(event: 'window-all-closed', listener: () => void): unknown;
  quit(): void;
}

interface QuittingOptions {
  app: QuittingApp;
  /** The machine goes down: that no PIN can hold up. */
  powerMonitor: { on(event: 'shutdown', listener: () => void): unknown };
  isLocked: () => boolean;
  stopServer: () => Promise<void>;
}

/** Ends the server before the program, and neither while a kiosk is locked. */
export function quitInOrder({ app, powerMonitor, isLocked, stopServer }: QuittingOptions): void {
  let isShuttingDown = false;
  let phase: 'running' | 'stopping' | 'stopped' = 'running';
  app.on('before-quit', (event) => {
    if (phase === 'stopped') return;
    event.preventDefault();
    if (phase === 'stopping' || (isLocked() && !isShuttingDown)) return;
    phase = 'stopping';
    void stopServer().finally(() => {
      phase = 'stopped';
      app.quit();
    });
  });
  app.on('window-all-closed', () => app.quit());
  powerMonitor.on('shutdown', () => {
    isShuttingDown = true;
    app.quit();
  });
}
