import { useEffect, useRef } from 'react';
import { Button } from '#renderer/components/button.tsx';

interface IdleWarningProps {
  secondsLeft: number;
  onStillHere: () => void;
  onEnd: () => void;
}

/** The idle warning. A touch, a key press or a voice command for its button dismisses it. */
export function IdleWarning({ secondsLeft, onStillHere, onEnd }: IdleWarningProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div className="scrim kiosk-question">
      <div
        className="dialog stack"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="still-there"
        aria-describedby="still-there-text"
        data-kiosk-question
      >
        <h2 id="still-there">Are you still there?</h2>
        <p id="still-there-text">If not, we’ll clear this screen for the next person.</p>
        <p className="kiosk-seconds tabular-numbers" aria-hidden="true">
          {secondsLeft}
        </p>
        <Button ref={button} block onClick={onStillHere}>
          I’m still here
        </Button>
        <Button look="line" block onClick={onEnd}>
          End my session
        </Button>
      </div>
    </div>
  );
}
