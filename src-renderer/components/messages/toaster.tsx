import { Check, CircleAlert, Info, X } from 'lucide-react';
import { Toaster as SonnerToaster, toast as sonner } from 'sonner';
import { Icon } from '../icon.tsx';
import './toast.css';

export interface ToastMessage {
  readonly kind: 'success' | 'info' | 'error';
  readonly text: string;
  /** A second sentence, below the first. */
  readonly detail?: string | undefined;
  readonly durationMs: number;
}

/** `visibleToasts` alone would show an older toast again once the newer one has closed. */
export function showToast({ kind, text, detail, durationMs }: ToastMessage): void {
  sonner.dismiss();
  // Not sonner's own `description`, which would be outside of the alert.
  const words = (
    <span role={kind === 'error' ? 'alert' : undefined}>
      {text}
      {detail ? <span className="detail"> {detail}</span> : null}
    </span>
  );
  sonner[kind](words, { duration: durationMs });
}

/** Our announcer reads toasts instead, merged with other announcements of the same action (lib/announcer.ts). */
const silence = (region: HTMLElement | null) => region?.setAttribute('aria-live', 'off');

export function Toaster() {
  return (
    <SonnerToaster
      ref={silence}
      className="toaster"
      position="top-left"
      visibleToasts={1}
      closeButton
      customAriaLabel="Toasts"
      icons={{
        success: <Icon of={Check} />,
        info: <Icon of={Info} />,
        error: <Icon of={CircleAlert} />,
        close: <Icon of={X} />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Dismiss',
        classNames: { toast: 'toast', error: 'alert', closeButton: 'icon-button' },
      }}
    />
  );
}
