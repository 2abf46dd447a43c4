interface QuittingApp {
  on(event: 'before-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  on(event: 'window-all-closed', listener: () => void): unknown;
  quit(): void;
}

interface QuittingOptions {
  app: QuittingApp;
  /** A shutdown of the machine, which the PIN cannot prevent. */
  powerMonitor: { on(event: 'shutdown', listener: () => void): unknown };
  isLocked: () => boolean;
  stopServer: () => Promise<void>;
}

/** Stops the server before the program quits; a locked kiosk does not quit. */
export function quitGracefully({ app, powerMonitor, isLocked, stopServer }: QuittingOptions): void {
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
