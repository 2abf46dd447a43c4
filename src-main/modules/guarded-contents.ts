import type { App, WebContents } from 'electron';
import type { ExternalLinks } from './external-links.ts';
import { guardNavigation } from './navigation-guard.ts';
import type { WindowContent } from './window-content.ts';

/** Before the first window: every page that is ever made, by whomever, is guarded from its beginning. */
export function guardAllContents(options: {
  app: Pick<App, 'enableSandbox'> & {
    on(
      event: 'web-contents-created',
      listener: (event: unknown, contents: WebContents) => void,
    ): unknown;
  };
  content: WindowContent;
  links: ExternalLinks;
  isLocked: () => boolean;
  log: (line: string) => void;
}): void {
  const { app, content, links, isLocked, log } = options;
  app.enableSandbox();
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(links.windowOpenHandler);
    guardNavigation({
      contents,
      isLocked,
      log,
      origin: content.origin,
      openExternal: links.open,
      handleNotice: content.handleNotice,
      goHome: content.openHome,
    });
  });
}
