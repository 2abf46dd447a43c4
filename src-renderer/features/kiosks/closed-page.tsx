import { useEffect, useState } from 'react';
import { LogoMark } from '#renderer/components/pictures/logo.tsx';
import { Hills, Stars } from '#renderer/components/pictures/scene.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import { sayOpening, sayTimeOfDay } from './closed-message.ts';
import './kiosk.css';

/** The maximum age of the displayed time. */
const LOOK_EVERY_MS = 30_000;
/** How long the answer to a touch is shown. */
const ANSWER_MS = 60_000;

interface ClosedPageProps {
  /** ISO 8601; null without opening hours on any day. */
  opensAt: string | null;
}

/** The kiosk's page outside its opening hours. It has no controls; a touch shows a message. */
export function ClosedPage({ opensAt }: ClosedPageProps) {
  const { name } = useBrand();
  const now = useTimeOfDay();
  const isAsked = useAsked();
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
        <p>{opensAt ? sayOpening(new Date(opensAt), now) : 'Closed at present'}</p>
        <p className="kiosk-answer" role="status">
          {isAsked
            ? `It is ${sayTimeOfDay(now)}. If you would like to listen now, please ask the staff: they can open it for you.`
            : null}
        </p>
      </div>
      <Hills />
    </main>
  );
}

function useTimeOfDay(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether the screen was touched or a key pressed a moment ago. */
function useAsked(): boolean {
  const [askedAt, setAskedAt] = useState<number>();
  useEffect(() => {
    const ask = () => setAskedAt(performance.now());
    window.addEventListener('pointerdown', ask);
    window.addEventListener('keydown', ask);
    return () => {
      window.removeEventListener('pointerdown', ask);
      window.removeEventListener('keydown', ask);
    };
  }, []);
  useEffect(() => {
    if (askedAt === undefined) return;
    const timer = setTimeout(() => setAskedAt(undefined), ANSWER_MS);
    return () => clearTimeout(timer);
  }, [askedAt]);
  return askedAt !== undefined;
}
