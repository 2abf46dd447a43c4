import { SHELL_WORKER_PATH, SHELL_WORKER_POLICY } from '#contract/constants/pages/shell.ts';
import { desktopState } from '../desktop.ts';
import { logWarning } from '../log.ts';
import { publicConfig } from '../public-config.ts';

/**
 * Registers the service worker, so that the application opens offline. Does nothing in the desktop window and the
 * kiosk, whose server is local, and with data saver on.
 */
export async function startShellWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || publicConfig().isWorkerOff) return;
  if (desktopState() || navigator.connection?.saveData) return;
  try {
    await navigator.serviceWorker.register(trustedAddress());
  } catch (error) {
    // Private windows deny service workers; everything else works.
    logWarning('service worker registration failed; the application will not open offline', error);
  }
}

/** With Trusted Types enforced, the content security policy allows this one policy. */
function trustedAddress(): string {
  const policy = globalThis.trustedTypes?.createPolicy(SHELL_WORKER_POLICY, {
    createScriptURL: () => SHELL_WORKER_PATH,
  });
  return policy?.createScriptURL('') ?? SHELL_WORKER_PATH;
}
