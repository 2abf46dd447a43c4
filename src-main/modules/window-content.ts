import { findNoticeAction, type NoticeAction, noticeAddress, noticeFor } from './notice-page.ts';
import type { ServerState } from './server-process.ts';

interface ContentOptions {
  load: (address: string) => Promise<void>;
  isKiosk: boolean;
  logDir: string;
  /** Pages served by somebody else, in development. */
  pagesUrl: string | undefined;
  act: Record<NoticeAction, () => void>;
  log: (line: string) => void;
}

export interface WindowContent {
  follow(state: ServerState): void;
  /** Opens a page of ours, at once or as soon as there is a server. */
  open(path: string): void;
  /** The first page, loaded anew. */
  openHome(): void;
  origin(): string | undefined;
  /** True when the address was a button of the notice that stands in the window. */
  handleNotice(address: string): boolean;
}

/** A page that has been loaded gets over a short absence of the server by itself. */
const GRACE_MS = 10_000;

/** What stands in the window: our page while there is a server, else a notice that says what happens. */
export function createWindowContent(options: ContentOptions): WindowContent {
  const { isKiosk, logDir, pagesUrl, act, log } = options;
  const home = isKiosk ? '/kiosk' : '/home';
  let url: string | undefined;
  let shown: 'nothing' | 'notice' | 'page' = 'nothing';
  let awaitedPath: string | undefined;
  let grace: NodeJS.Timeout | undefined;

  const load = (address: string) =>
    void options.load(address).catch((error: unknown) => log(`a page did not load: ${error}`));
  const showNotice = (state: ServerState) => {
    const notice = noticeFor(state, { isKiosk, logDir });
    if (!notice) return;
    shown = 'notice';
    load(noticeAddress(notice));
  };
  const openPage = (path: string) => {
    if (!url) {
      awaitedPath = path;
      return;
    }
    shown = 'page';
    load(`${url}${path}`);
  };

  return {
    follow(state) {
      clearTimeout(grace);
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
    openHome: () => openPage(home),
    origin: () => url,
    handleNotice(address) {
      const action = shown === 'notice' ? findNoticeAction(address) : undefined;
      if (!action || (isKiosk && action !== 'retry')) return false;
      act[action]();
      return true;
    },
  };
}
