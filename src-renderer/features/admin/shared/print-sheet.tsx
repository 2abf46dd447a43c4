import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './print-sheet.css';

interface PrintSheetProps {
  /** How its cards stand on paper. */
  className: string;
  /** Of how many cards, all alike. */
  count: number;
  children: ReactNode;
}

/** Nothing on a screen, and on paper the only thing. */
export function PrintSheet({ className, count, children }: PrintSheetProps) {
  return createPortal(
    <div className={`print-sheet ${className}`} aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all of them are alike
        <div key={place} className="print-card">
          {children}
        </div>
      ))}
    </div>,
    document.body,
  );
}
