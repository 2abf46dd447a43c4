import type { App, PowerMonitor } from 'electron';

interface QuittingOptions {
  app: App;
  /** A shutdown of the machine, which the PIN cannot prevent. */
  powerMonitor: PowerMonitor;
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
