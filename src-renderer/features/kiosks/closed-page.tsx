import { LogoMark } from '#renderer/components/pictures/logo.tsx';
import { Hills, Stars } from '#renderer/components/pictures/scene.tsx';
import { useNow } from '#renderer/lib/hooks/use-now.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { formatOpening, formatTimeOfDay } from './closed-message.ts';
import './kiosk.css';

interface ClosedPageProps {
  /** ISO 8601; null if the kiosk has no opening hours on any day. */
  opensAt: string | null;
}

/** The kiosk's page outside its opening hours. It has no controls. */
export function ClosedPage({ opensAt }: ClosedPageProps) {
  const { name } = useBrand();
  const now = new Date(useNow());
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
        <p className="kiosk-answer">
          It is {formatTimeOfDay(now)}. If you would like to listen now, please ask the staff: they
          can open it for you.
        </p>
      </div>
      <Hills />
    </main>
  );
}
