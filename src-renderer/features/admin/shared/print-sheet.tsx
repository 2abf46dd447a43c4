import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import './print-sheet.css';

interface PrintSheetProps {
  className: string;
  count: number;
  children: ReactNode;
}

/** Hidden on the screen; when printing it is the only content. */
export function PrintSheet({ className, count, children }: PrintSheetProps) {
  return createPortal(
    <div className={`print-sheet ${className}`} aria-hidden="true">
      {[...Array(count).keys()].map((place) => (
        <div key={place} className="print-card">
          {children}
        </div>
      ))}
    </div>,
    document.body,
  );
}
