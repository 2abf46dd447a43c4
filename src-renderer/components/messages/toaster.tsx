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

export function showToast({ kind, text, detail, durationMs }: ToastMessage): void {
  // `visibleToasts` alone would show the older toast again once the newer one has closed.
  sonner.dismiss();
  // Not sonner's own `description`, which would be outside the element with role alert.
  const content = (
    <span role={kind === 'error' ? 'alert' : undefined}>
      {text}
      {detail ? <span className="detail"> {detail}</span> : null}
    </span>
  );
  sonner[kind](content, { duration: durationMs });
}

/** lib/live-region.ts announces toasts instead, merged with other announcements of the same action. */
const silenceLiveRegion = (region: HTMLElement | null) => region?.setAttribute('aria-live', 'off');

export function Toaster() {
  return (
    <SonnerToaster
      ref={silenceLiveRegion}
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
