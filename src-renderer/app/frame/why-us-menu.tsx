import { ChevronDown } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { Link, useLocation } from '#renderer/lib/router.tsx';
import { createHoverIntent } from './hover-intent.ts';
import { WHY_US_LINKS } from './site-links.ts';

const DELAYS = { openMs: 200, skipMs: 300, closeMs: 150 };

/** A disclosure, not a menu of commands: Tab goes through its links, Escape closes it. */
export function WhyUsMenu() {
  const [isOpen, setOpen] = useState(false);
  const intent = useMemo(() => createHoverIntent(DELAYS, setOpen), []);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { key } = useLocation();
  const id = useId();

  useEffect(() => intent.dispose, [intent]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every followed link closes the menu
  useEffect(() => intent.close(), [intent, key]);

  const handleKey = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.findIndex((link) => link.matches(':focus'));
    if (event.key === 'Escape' && isOpen) {
      intent.close();
      trigger.current?.focus();
    } else if (event.key === 'ArrowDown' && isOpen) {
      event.preventDefault();
      links[(at + 1) % links.length]?.focus();
    } else if (event.key === 'ArrowUp' && at >= 0) {
      event.preventDefault();
      (links[at - 1] ?? trigger.current)?.focus();
    }
  };
  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) intent.close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the button and the links inside
    <div
      className="nav-drop"
      onPointerEnter={(event) => event.pointerType === 'mouse' && intent.enter()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && intent.leave()}
      onKeyDown={handleKey}
      onBlur={handleBlur}
    >
      <button
        ref={trigger}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={intent.press}
      >
        Why Us <Icon of={ChevronDown} />
      </button>
      <div ref={list} id={id} className="menu" hidden={!isOpen}>
        {WHY_US_LINKS.map(({ to, label }) => (
          <Link key={to} to={to}>
            {label}
          </Link>
        ))}
      </div>
    </div>
  );
}
