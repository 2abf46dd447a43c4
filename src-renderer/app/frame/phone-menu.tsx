import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useDialogFocus } from '#renderer/components/dialog.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { useIsPhone } from '#renderer/lib/hooks/use-breakpoint.ts';
import { useSheet } from '#renderer/lib/hooks/use-sheet.ts';
import { AccountLink } from './account-link.tsx';
import { SectionItem } from './section-item.tsx';

const SECTIONS = [
  { to: '/#features', label: 'Features' },
  { to: '/#faith-based', label: 'Why Us' },
  { to: '/#testimonials', label: 'Testimonials' },
  { to: '/#how-it-works', label: 'How It Works' },
  { to: '/#meet-creator', label: 'Meet the Creator' },
  { to: '/#faq', label: 'FAQ' },
] as const;

export function PhoneMenu({ onClose }: { onClose: () => void }) {
  const isPhone = useIsPhone();
  // A link to another page closes the menu automatically; a link to a section of this page does not.
  const isLanding = useLocation().pathname === '/';
  useSheet(true, onClose);
  useEffect(() => {
    if (!isPhone) onClose();
  }, [isPhone, onClose]);
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="phone-menu" {...useDialogFocus()}>
          <Dialog.Title className="visually-hidden">Menu</Dialog.Title>
          <Dialog.Close className="icon-button" aria-label="Close the menu">
            <Icon of={X} />
          </Dialog.Close>
          <nav aria-label="Menu">
            <ul>
              {SECTIONS.map(({ to, label }) => (
                <SectionItem
                  key={to}
                  to={to}
                  label={label}
                  onClick={isLanding ? onClose : undefined}
                />
              ))}
            </ul>
            <ul className="phone-menu-more">
              <li>
                <Link to="/contact">Contact</Link>
              </li>
              <li>
                <Link to="/get-started">Get Started</Link>
              </li>
              <li>
                <AccountLink />
              </li>
            </ul>
          </nav>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
