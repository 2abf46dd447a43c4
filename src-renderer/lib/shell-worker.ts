import { SHELL_WORKER_PATH, SHELL_WORKER_POLICY } from '#contract/words/shell.ts';
import { desktopState } from './desktop.ts';
import { logWarning } from './log.ts';
import { publicConfig } from './public-config.ts';

/**
 * From now on the application opens without a line. A window of the desktop, and with it a kiosk, has its server
 * on the same machine; who saves data is not sent what she may never open.
 */
export async function startShellWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || publicConfig().isWorkerOff) return;
  if (desktopState() || savesData()) return;
  try {
    await navigator.serviceWorker.register(trustedAddress());
  } catch (error) {
    // Private windows refuse it; everything else works without.
    logWarning('the application is not kept for opening without a line', error);
  }
}

/** Where addresses of code must be vouched for, the one policy does; the page may make no other. */
function trustedAddress(): string {
  const policy = globalThis.trustedTypes?.createPolicy(SHELL_WORKER_POLICY, {
    createScriptURL: () => SHELL_WORKER_PATH,
  });
  return policy?.createScriptURL('') ?? SHELL_WORKER_PATH;
}

function savesData(): boolean {
  return navigator.connection?.saveData === true;
}
