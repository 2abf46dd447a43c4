import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './print-sheet.css';

interface PrintSheetProps {
  className: string;
  count: number;
  children: ReactNode;
}

/** Repeats a card on a printed page; hidden on the screen, the only content in print. */
export function PrintSheet({ className, count, children }: PrintSheetProps) {
  return createPortal(
    <div className={`print-sheet ${className}`} aria-hidden="true">
      {[...Array(count).keys()].map((index) => (
        <div key={index} className="print-card">
          {children}
        </div>
      ))}
    </div>,
    document.body,
  );
}
