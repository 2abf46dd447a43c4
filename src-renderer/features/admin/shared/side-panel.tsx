import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '#renderer/components/icon-button.tsx';

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/**
 * Stands beside the list from 1280 px; narrower, it takes the list's place until it is closed. Put
 * both into an `a-split`, the list first, and give each thing that is opened a `key` of its own.
 */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    heading.current?.focus();
    return () => {
      // Only when the focus would be lost: it may have gone to another row already.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) {
          opener.focus();
        }
      });
    };
  }, []);

  return (
    <section className="card edit" aria-labelledby={id}>
      <div className="row between">
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon={X} label="Close" onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
