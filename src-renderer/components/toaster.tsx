import { Check, CircleAlert, X } from 'lucide-react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster } from 'sonner';
import { Icon } from './icon.tsx';
import type { ToastTone } from './toast.ts';
import './toast.css';

const DURATION_MS: Record<ToastTone, number> = { success: 2000, error: 5000 };
let isMounted = false;

/** A root of its own, so that a message outlives the screen and the person that caused it. */
export function showToast({ tone, text, detail }: Message): void {
  mount();
  sonner.dismiss();
  const show = (id: string | number | undefined, duration: number) =>
    sonner.custom(
      (own) => (
        <ToastCard
          tone={tone}
          text={text}
          detail={detail}
          onHold={() => show(own, Number.POSITIVE_INFINITY)}
          onRelease={() => show(own, DURATION_MS[tone])}
          onDismiss={() => sonner.dismiss(own)}
        />
      ),
      { duration, ...(id === undefined ? {} : { id }) },
    );
  show(undefined, DURATION_MS[tone]);
}

interface Message {
  tone: ToastTone;
  text: string;
  /** A second sentence, under the first. */
  detail: string | undefined;
}

interface ToastCardProps extends Message {
  onHold: () => void;
  onRelease: () => void;
  onDismiss: () => void;
}

/** The library holds a message while the pointer is on it; focus has to be held by hand. */
function ToastCard({ tone, text, detail, onHold, onRelease, onDismiss }: ToastCardProps) {
  return (
    <div className={`toast${tone === 'error' ? ' bad' : ''}`}>
      <Icon of={tone === 'error' ? CircleAlert : Check} />
      <span role={tone === 'error' ? 'alert' : 'status'}>
        {text}
        {detail ? <small>{detail}</small> : null}
      </span>
      <button
        type="button"
        className="ib"
        aria-label="Dismiss"
        onClick={onDismiss}
        onFocus={onHold}
        onBlur={onRelease}
      >
        <Icon of={X} />
      </button>
    </div>
  );
}

function mount(): void {
  if (isMounted) return;
  isMounted = true;
  const host = document.createElement('div');
  host.className = 'toast-host';
  document.body.append(host);
  // The toaster hears only what is said after its effects have run.
  flushSync(() => {
    createRoot(host).render(<Toaster position="bottom-center" visibleToasts={1} expand={false} />);
  });
}
