import { useEffect, useState } from 'react';
import { LogoMark } from '#renderer/components/pictures/logo.tsx';
import { Hills, Stars } from '#renderer/components/pictures/scene.tsx';
import { useNow } from '#renderer/lib/hooks/use-now.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { formatOpening, formatTimeOfDay } from './closed-message.ts';
import './kiosk.css';

/** How long the message after a touch is shown. */
const MESSAGE_MS = 60_000;

interface ClosedPageProps {
  /** ISO 8601; null if the kiosk has no opening hours on any day. */
  opensAt: string | null;
}

/** The kiosk's page outside its opening hours. It has no controls; a touch shows a message. */
export function ClosedPage({ opensAt }: ClosedPageProps) {
  const { name } = useBrand();
  const now = new Date(useNow());
  const isTouched = useRecentTouch();
  return (
    <main id="main" tabIndex={-1} className="kiosk kiosk-closed scene dark">
      <Stars />
      <div className="kiosk-welcome">
        <span className="logo">
          <LogoMark />
          {name}
        </span>
      </div>
      <div className="kiosk-text">
        <h1>Closed for now</h1>
        <p>{opensAt ? formatOpening(new Date(opensAt), now) : 'Closed at present'}</p>
        <p className="kiosk-answer" role="status">
          {isTouched
            ? `It is ${formatTimeOfDay(now)}. If you would like to listen now, please ask the staff: they can open it for you.`
            : null}
        </p>
      </div>
      <Hills />
    </main>
  );
}

/** Whether the screen was touched or a key was pressed recently. */
function useRecentTouch(): boolean {
  const [touchedAt, setTouchedAt] = useState<number>();
  useEffect(() => {
    const handleTouch = () => setTouchedAt(performance.now());
    window.addEventListener('pointerdown', handleTouch);
    window.addEventListener('keydown', handleTouch);
    return () => {
      window.removeEventListener('pointerdown', handleTouch);
      window.removeEventListener('keydown', handleTouch);
    };
  }, []);
  useEffect(() => {
    if (touchedAt === undefined) return;
    const timer = setTimeout(() => setTouchedAt(undefined), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [touchedAt]);
  return touchedAt !== undefined;
}
