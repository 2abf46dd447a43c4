import { X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { useBackCloses } from '#renderer/lib/layers.ts';
import { Link, useLocation } from '#renderer/lib/router.tsx';
import { useIsPhone } from '#renderer/lib/use-breakpoint.ts';

const PARTS = [
  { to: '/#features', label: 'Features' },
  { to: '/#faith-based', label: 'Why Us' },
  { to: '/#testimonials', label: 'Testimonials' },
  { to: '/#how-it-works', label: 'How It Works' },
  { to: '/#meet-creator', label: 'Meet the Creator' },
  { to: '/#faq', label: 'FAQ' },
] as const;

const PAGES = [
  { to: '/contact', label: 'Contact' },
  { to: '/get-started', label: 'Get Started' },
] as const;

export interface PhoneMenuProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The browser's own modal: it keeps the focus inside, closes on Escape, and costs no script. */
export function PhoneMenu({ isOpen, onClose }: PhoneMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPhone = useIsPhone();
  const { key } = useLocation();
  useBackCloses(isOpen, onClose);

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const place = `${key} ${isPhone}`;
  const shownAt = useRef(place);
  // Closed by every change of route, and when the window has become wide.
  useEffect(() => {
    if (shownAt.current === place) return;
    shownAt.current = place;
    onClose();
  }, [place, onClose]);

  const handleBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which the browser turns into `close`
    <dialog
      ref={dialog}
      className="phone-menu"
      aria-label="Menu"
      onClose={onClose}
      onClick={handleBackdrop}
    >
      <div className="phone-menu-in">
        <button type="button" className="ib" aria-label="Close the menu" onClick={onClose}>
          <Icon of={X} />
        </button>
        <nav aria-label="Menu">
          <ul>
            {PARTS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} onClick={onClose}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <ul className="phone-menu-more">
            {PAGES.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
            <li>
              <Link to="/login">Sign in</Link>
            </li>
          </ul>
        </nav>
      </div>
    </dialog>
  );
}
