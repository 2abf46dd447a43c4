import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Theme } from '#renderer/lib/theme.ts';

interface PageFrameProps {
  /** Accessible name of the frame, announced instead of its content. */
  title: string;
  theme: Theme;
  /** Selector of the element to scroll to. */
  selector: string;
  children: ReactNode;
}

/**
 * Renders a page in an iframe with the style sheets of this page, so that media queries use the width of the frame.
 * The page scrolls, but is not interactive.
 */
export function PageFrame({ title, theme, selector, children }: PageFrameProps) {
  const [page, setPage] = useState<Document>();
  useLayoutEffect(() => {
    page?.documentElement.classList.toggle('dark', theme === 'dark');
  }, [page, theme]);
  useEffect(() => {
    if (page) scrollToElement(page, selector);
  }, [page, selector]);
  return (
    <>
      <iframe
        src={API_PATHS.previewFrame}
        title={title}
        tabIndex={-1}
        onLoad={({ currentTarget }) => setPage(copyStyleSheets(currentTarget.contentDocument))}
      />
      {page ? createPortal(<div inert>{children}</div>, page.body) : null}
    </>
  );
}

/** Copies the style sheets of this page; a constructed sheet cannot be shared between documents. */
function copyStyleSheets(page: Document | null): Document | undefined {
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

/** Scrolls the element to below the fixed header; `scrollIntoView` would scroll the parent page as well. */
function scrollToElement(page: Document, selector: string): void {
  const { defaultView: view, documentElement: root } = page;
  const rect = page.querySelector(selector)?.getBoundingClientRect();
  if (!view || !rect) return;
  const bar = Number.parseFloat(view.getComputedStyle(root).scrollPaddingTop) || 0;
  view.scrollBy({ top: rect.top - bar });
}
