import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { API_PATHS } from '#contract/words/paths.ts';
import type { Theme } from '#renderer/lib/theme.ts';

interface PageFrameProps {
  /** Read aloud in the place of what is in it. */
  title: string;
  theme: Theme;
  /** Selector of what is to be in sight. */
  showing: string;
  children: ReactNode;
}

/**
 * A page in a page, as wide as its frame and with the styles of the one around it. It can be scrolled, and nothing in
 * it pressed.
 */
export function PageFrame({ title, theme, showing, children }: PageFrameProps) {
  const [page, setPage] = useState<Document>();
  useLayoutEffect(() => {
    page?.documentElement.classList.toggle('dark', theme === 'dark');
  }, [page, theme]);
  useEffect(() => {
    if (page) bringIntoSight(page, showing);
  }, [page, showing]);
  return (
    <>
      <iframe
        src={API_PATHS.previewFrame}
        title={title}
        tabIndex={-1}
        onLoad={({ currentTarget }) => setPage(dress(currentTarget.contentDocument))}
      />
      {page ? createPortal(<div inert>{children}</div>, page.body) : null}
    </>
  );
}

/** The styles as they stand here now: a sheet belongs to one document and has to be read anew for another. */
function dress(page: Document | null): Document | undefined {
  const view = page?.defaultView;
  if (!view) return undefined;
  page.adoptedStyleSheets = [...document.styleSheets, ...document.adoptedStyleSheets].map(
    ({ cssRules }) => {
      const copy = new view.CSSStyleSheet();
      copy.replaceSync([...cssRules].map(({ cssText }) => cssText).join('\n'));
      return copy;
    },
  );
  return page;
}

/** Below its bar, as an anchor would be; not `scrollIntoView`, which would scroll the page around it as well. */
function bringIntoSight(page: Document, selector: string): void {
  const { defaultView: view, documentElement: root } = page;
  const place = page.querySelector(selector)?.getBoundingClientRect();
  if (!view || !place) return;
  const bar = Number.parseFloat(view.getComputedStyle(root).scrollPaddingTop) || 0;
  view.scrollBy({ top: place.top - bar });
}
