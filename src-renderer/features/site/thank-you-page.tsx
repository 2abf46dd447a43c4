import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#renderer/components/button.tsx';
import { usePausableTimer } from '#renderer/lib/hooks/use-pausable-timer.ts';
import './thank-you.css';

const REDIRECT_AFTER_MS = 3000;

export function ThankYouPage() {
  const navigate = useNavigate();
  const [isStopped, setIsStopped] = useState(false);
  const pauseProps = usePausableTimer(isStopped ? null : REDIRECT_AFTER_MS, () =>
    navigate('/home'),
  );

  return (
    <main id="main" tabIndex={-1} className="thank-you" {...pauseProps}>
      <svg viewBox="0 0 320 160" aria-hidden="true">
        <circle cx="160" cy="96" r="44" fill="var(--orb)" />
        <path d="M0 104C60 92 120 108 180 100S280 94 320 102V160H0Z" fill="var(--hill-2)" />
        <path d="M0 126C70 116 130 132 200 122S290 118 320 124V160H0Z" fill="var(--hill-4)" />
      </svg>
      <h1>Thank You!</h1>
      <p className="lede">Your account has been created successfully.</p>
      <p className="quiet" role="status">
        {isStopped ? 'We will wait here for you.' : 'Redirecting to home page...'}
      </p>
      <div className="row">
        <Button onClick={() => navigate('/home')}>Go to home page</Button>
        {isStopped ? null : (
          <Button look="soft" onClick={() => setIsStopped(true)}>
            Stay here
          </Button>
        )}
      </div>
    </main>
  );
}
