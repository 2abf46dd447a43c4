import { ChevronDown } from 'lucide-react';
import { NavigationMenu } from 'radix-ui';
import { type MouseEvent, useRef, useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { AccountLink } from './account-link.tsx';
import { hasSection, SectionItem } from './section-item.tsx';

/** Sections of the landing page; on other pages the links navigate there first. */
const WHY_US_LINKS = [
  { to: '/#faith-based', label: 'Faith-Centered Approach' },
  { to: '/#testimonials', label: 'Testimonials' },
  { to: '/#meet-creator', label: 'Meet the Creator' },
  { to: '/#how-it-works', label: 'How It Works' },
];

export function SiteNav() {
  const [opened, setOpened] = useState('');
  // The first click on a menu opened by hover keeps it open; the next one closes it.
  const isPinned = useRef(false);
  const handleClick = (event: MouseEvent) => {
    if (opened && !isPinned.current) event.preventDefault();
    isPinned.current = true;
  };
  const handleChange = (next: string) => {
    setOpened(next);
    if (!next) isPinned.current = false;
  };
  return (
    // Delays as specified; the 150 ms before closing are Radix's default.
    <NavigationMenu.Root
      className="nav"
      delayDuration={200}
      skipDelayDuration={300}
      value={opened}
      onValueChange={handleChange}
    >
      <NavigationMenu.List className="nav-items">
        <SectionItem to="/#features" label="Features" />
        <NavigationMenu.Item className="nav-dropdown" value="why-us">
          <NavigationMenu.Trigger className="nav-trigger" onClick={handleClick}>
            Why Us <Icon of={ChevronDown} />
          </NavigationMenu.Trigger>
          <NavigationMenu.Content className="nav-menu">
            {WHY_US_LINKS.filter(hasSection).map(({ to, label }) => (
              <NavigationMenu.Link key={to} asChild>
                <Link to={to}>{label}</Link>
              </NavigationMenu.Link>
            ))}
          </NavigationMenu.Content>
        </NavigationMenu.Item>
        <SectionItem to="/#faq" label="FAQ" />
        <li>
          <AccountLink />
        </li>
      </NavigationMenu.List>
    </NavigationMenu.Root>
  );
}
