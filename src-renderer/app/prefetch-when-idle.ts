import { prefetchOpenedByPress } from '#renderer/components/lazy-component.tsx';
import { loadToaster } from '#renderer/components/messages/toast.ts';
import { fetchAuthClient } from '#renderer/lib/requests/auth-client.ts';
import { queryClientOf } from '#renderer/lib/requests/query-client.ts';
import { prefetch } from './prefetch.ts';

/** Paths that must work offline: the tabs, the player, labour and the page after Log Out. */
const PATHS = ['/home', '/tracks', '/socials', '/profile', '/player/1', '/labour', '/login'];
const CHECK_EVERY_MS = 2_000;

let isStarted = false;

/** Runs once, when the page has loaded and none of its requests is pending. */
export function prefetchWhenIdle(): void {
  if (isStarted) return;
  isStarted = true;
  const timer = setInterval(async () => {
    if (queryClientOf().isFetching() > 0) return;
    clearInterval(timer);
    // The toaster comes first, because without it a press that fails offline is not reported.
    loadToaster().catch(() => {});
    for (const path of PATHS) {
      await whenOnline();
      await prefetch(path);
    }
    await whenOnline();
    fetchAuthClient();
    prefetchOpenedByPress();
    if (!import.meta.env.PROD) return;
    import('#renderer/lib/requests/shell-worker.ts').then(
      (part) => part.startShellWorker(),
      () => {},
    );
  }, CHECK_EVERY_MS);
}

/** Prevents imports while offline: after a failed import, some browsers never request the module again. */
const whenOnline = () =>
  navigator.onLine ||
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
