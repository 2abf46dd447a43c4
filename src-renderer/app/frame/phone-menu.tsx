import { X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '#renderer/components/icon.tsx';
import { useIsPhone } from '#renderer/lib/use-breakpoint.ts';
import { PHONE_MENU_LINKS, PHONE_MENU_PAGES } from './site-links.ts';

interface PhoneMenuProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The browser's own modal: it keeps the focus inside, closes on Escape, and costs no script. */
export function PhoneMenu({ isOpen, onClose }: PhoneMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isPhone = useIsPhone();
  const { key } = useLocation();

  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by every change of route, and when the window has become wide
  useEffect(onClose, [key, isPhone]);

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
            {PHONE_MENU_LINKS.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} onClick={onClose}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          <ul className="phone-menu-more">
            {PHONE_MENU_PAGES.map(({ to, label }) => (
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
