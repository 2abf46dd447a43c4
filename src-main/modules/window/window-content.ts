import type { ServerState } from '../server-process.ts';
import { findNoticeAction, type NoticeAction, noticeAddress, noticeFor } from './notice-page.ts';

interface ContentOptions {
  load: (address: string) => Promise<void>;
  isKiosk: boolean;
  logDir: string;
  /** The development server of the pages. */
  pagesUrl: string | undefined;
  act: Record<NoticeAction, () => void>;
  log: (line: string) => void;
}

/** The first screen of a kiosk, where no one is signed in. */
export const KIOSK_HOME = '/kiosk';
/** If the page has not reloaded this long after 'End my session', it is reloaded. */
export const RELOAD_TIMEOUT_MS = 2_000;
/** How long a loaded page stays when the server is gone, before a notice replaces it. */
const GRACE_MS = 10_000;

/** Content of the window: our page while there is a server, else a notice with the status. */
export function createWindowContent(options: ContentOptions) {
  const { isKiosk, logDir, pagesUrl, act, log } = options;
  const home = isKiosk ? KIOSK_HOME : '/home';
  let url: string | undefined;
  let isReady = false;
  let shown: 'nothing' | 'notice' | 'page' = 'nothing';
  let awaitedPath: string | undefined;
  let grace: NodeJS.Timeout | undefined;

  const load = (address: string) =>
    void options.load(address).catch((error: unknown) => {
      log(`page load failed: ${error}`);
      // The next state of the server replaces the browser's error page. A newer navigation aborts an older one.
      if (!/ERR_ABORTED/.test(String(error))) shown = 'nothing';
    });
  const showNotice = (state: ServerState) => {
    const notice = noticeFor(state, { isKiosk, logDir });
    if (!notice) return;
    shown = 'notice';
    load(noticeAddress(notice));
  };
  /** Opens a page now or once the server is ready. */
  const openPage = (path: string) => {
    if (!isReady) {
      awaitedPath = path;
      return;
    }
    shown = 'page';
    load(`${url}${path}`);
  };

  return {
    follow(state: ServerState) {
      clearTimeout(grace);
      isReady = state.status === 'ready';
      if (state.status === 'ready') {
        const next = pagesUrl ?? state.url;
        const hasMoved = url !== undefined && url !== next;
        url = next;
        if (shown !== 'page' || hasMoved || awaitedPath) openPage(awaitedPath ?? home);
        awaitedPath = undefined;
      } else if (shown === 'nothing') {
        showNotice(state);
      } else if (state.status === 'failed') {
        if (shown === 'notice') showNotice(state);
        else grace = setTimeout(showNotice, GRACE_MS, state);
      } else if (state.status === 'starting' && shown === 'page') {
        grace = setTimeout(showNotice, GRACE_MS, state);
      }
    },
    open: openPage,
    /** Reloads the first page. */
    openHome: () => openPage(home),
    origin: () => url,
    /** Returns true if the address was a button of the current notice. */
    handleNotice(address: string) {
      const action = shown === 'notice' ? findNoticeAction(address) : undefined;
      if (!action || (isKiosk && action !== 'retry')) return false;
      act[action]();
      return true;
    },
  };
}
