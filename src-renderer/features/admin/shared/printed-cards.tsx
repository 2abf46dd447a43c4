import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { isLoopbackAddress } from './loopback-address.ts';
import './printed-cards.css';

interface PrintedCardsProps {
  className: string;
  sheetClassName: string;
  count: number;
  /** A field beside the button. */
  field?: ReactNode;
  /** One card. */
  children: ReactNode;
}

/** A preview of a card, and the sheet of copies, which is the only content in print. */
export function PrintedCards(props: PrintedCardsProps) {
  const { className, sheetClassName, count, field, children } = props;
  const { siteUrl } = publicConfig();
  return (
    <>
      {isLoopbackAddress(siteUrl) ? (
        <Banner tone="notice">
          These cards lead to {siteUrl}, which only this machine can open. Set SITE_URL to the
          address of your site before you print them.
        </Banner>
      ) : null}
      <article className={className} aria-label="Card to print">
        {children}
      </article>
      <div className={field ? 'print-options' : undefined}>
        {field}
        <Button look="soft" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {createPortal(
        <div className={`print-sheet ${sheetClassName}`} aria-hidden="true">
          {[...Array(count).keys()].map((index) => (
            <div key={index} className="print-card">
              {children}
            </div>
          ))}
        </div>,
        document.body,
      )}
    </>
  );
}
