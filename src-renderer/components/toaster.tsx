import { Check, CircleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useRestableTimer } from '#renderer/lib/use-restable-timer.ts';
import { Icon } from './icon.tsx';
import { dismissToast, onToast, shownToast, type ToastMessage, type ToastTone } from './toast.ts';
import './toast.css';

const DURATION_MS: Record<ToastTone, number> = { success: 2000, error: 5000 };

/**
 * Outside of everything that changes, so that a message outlives the screen and the person that
 * caused it; with the first script, so that one about a lost connection does not itself need one.
 */
export function Toaster() {
  const message = useSyncExternalStore(onToast, shownToast, shownToast);
  return (
    <div className="toast-host" aria-live="polite">
      {message ? <ToastCard key={message.id} {...message} /> : null}
    </div>
  );
}

function ToastCard({ id, tone, text, detail }: ToastMessage) {
  const { rest } = useRestableTimer(DURATION_MS[tone], () => dismissToast(id));
  return (
    <div className={`toast${tone === 'error' ? ' bad' : ''}`} {...rest}>
      <Icon of={tone === 'error' ? CircleAlert : Check} />
      <span role={tone === 'error' ? 'alert' : 'status'}>
        {text}
        {detail ? <small>{detail}</small> : null}
      </span>
      <button type="button" className="ib" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <Icon of={X} />
      </button>
    </div>
  );
}
