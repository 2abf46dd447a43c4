import { useEffect, useRef } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { STILL_HERE } from './use-kiosk-watch.ts';

interface StillThereProps {
  secondsLeft: number;
  onEnd: () => void;
}

/** Asked before a forgotten session goes: any touch, any key, or the button by voice answers. */
export function StillThere({ secondsLeft, onEnd }: StillThereProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="scrim k-question">
      <div
        className="dialog stack"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="still-there"
        aria-describedby="still-there-text"
        data-kiosk-question
      >
        <h2 id="still-there">Are you still there?</h2>
        <p id="still-there-text">
          Otherwise everything you did here is cleared, so that the next person finds nothing of it.
        </p>
        <p className="k-seconds num" aria-hidden="true">
          {secondsLeft}
        </p>
        <Button
          ref={button}
          block
          onClick={() => window.dispatchEvent(new CustomEvent(STILL_HERE))}
        >
          I am still here
        </Button>
        <Button look="line" block onClick={onEnd}>
          End my session
        </Button>
      </div>
    </div>
  );
}
