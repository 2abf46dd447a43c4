import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Theme } from '#renderer/lib/theme.ts';

interface PageFrameProps {
  /** Accessible name of the frame, announced instead of its content. */
  title: string;
  theme: Theme;
  /** Selector of the element to scroll to. */
  showing: string;
  children: ReactNode;
}

/**
 * A page in an iframe, as wide as its frame, with the styles of the parent. It scrolls, but its content is not
 * interactive.
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

/** Copies the current style sheets: a constructed sheet belongs to one document, so another needs its own. */
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

/** Scrolls below the sticky bar, as an anchor would; `scrollIntoView` would scroll the parent page as well. */
function bringIntoSight(page: Document, selector: string): void {
  const { defaultView: view, documentElement: root } = page;
  const place = page.querySelector(selector)?.getBoundingClientRect();
  if (!view || !place) return;
  const bar = Number.parseFloat(view.getComputedStyle(root).scrollPaddingTop) || 0;
  view.scrollBy({ top: place.top - bar });
}
