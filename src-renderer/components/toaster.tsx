import { Check, CircleAlert, X } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { usePublishedCover } from '#renderer/lib/publish-cover.ts';
import { useRestableTimer } from '#renderer/lib/use-restable-timer.ts';
import { Icon } from './icon.tsx';
import { dismissToast, onToast, shownToast, type ToastMessage } from './toast.ts';
import './toast.css';

const BRIEF_MS = 2000;
const DURATION_MS = 5000;

/**
 * Outside of everything that changes, so that a message outlives the screen and the person that
 * caused it; with the first script, so that one about a lost connection does not itself need one.
 */
export function Toaster() {
  const message = useSyncExternalStore(onToast, shownToast, shownToast);
  return <div className="toast-host">{message && <ToastCard key={message.id} {...message} />}</div>;
}

function ToastCard({ role, text, detail }: ToastMessage) {
  const { rest } = useRestableTimer(role === 'none' ? BRIEF_MS : DURATION_MS, dismissToast);
  return (
    <div ref={usePublishedCover('--covered-by-toast')} className={`toast ${role}`} {...rest}>
      <Icon of={role === 'alert' ? CircleAlert : Check} />
      <span role={role}>
        {text}
        {detail && <small>{detail}</small>}
      </span>
      <button type="button" className="ib" aria-label="Dismiss" onClick={dismissToast}>
        <Icon of={X} />
      </button>
    </div>
  );
}
