import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHold } from '#renderer/lib/hooks/use-hold.ts';

const HOLD_MS = 1500;
/** A shorter press comes from a screen reader, not from a finger. */
const MIN_TOUCH_MS = 30;

/**
 * Leaves labour mode after the button or Escape is held for 1.5 seconds, to prevent accidental exits.
 * Screen readers and the Enter key cannot hold a button, so they get a confirmation instead.
 */
export function HoldToLeave({ onLeave }: { onLeave: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  const press = useHold(HOLD_MS, onLeave);
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  useEscapeKey(press);
  if (isConfirming) return <Confirmation onLeave={onLeave} onStay={() => setConfirming(false)} />;
  return (
    <button
      type="button"
      className="hold"
      data-holding={press.isHeld || undefined}
      {...press.handlers}
      onPointerDown={({ timeStamp }) => {
        pressedAt.current = timeStamp;
        press.begin();
      }}
      onContextMenu={(event) => event.preventDefault()}
      onClick={({ detail, timeStamp }) => {
        if (detail === 0 || timeStamp - pressedAt.current < MIN_TOUCH_MS) setConfirming(true);
      }}
    >
      Hold to leave
    </button>
  );
}

function Confirmation({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <fieldset className="row labour-ask">
      <legend>Leave labour mode?</legend>
      <button type="button" className="hold" ref={stay} onClick={onStay}>
        Stay
      </button>
      <button type="button" className="hold" onClick={onLeave}>
        Leave
      </button>
    </fieldset>
  );
}

function useEscapeKey(press: ReturnType<typeof useHold>): void {
  const handleDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.repeat) press.begin();
  });
  const handleUp = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') press.end();
  });
  useEffect(() => {
    window.addEventListener('keydown', handleDown);
    window.addEventListener('keyup', handleUp);
    return () => {
      window.removeEventListener('keydown', handleDown);
      window.removeEventListener('keyup', handleUp);
    };
  }, []);
}
