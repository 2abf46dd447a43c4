import { Link } from '#renderer/components/link.tsx';
import { isEmptied } from '#renderer/lib/site-text.ts';

/** The owner's text that fills each section. */
const LISTS: Readonly<Record<string, string>> = {
  '/#features': 'landing.features',
  '/#how-it-works': 'landing.steps',
  '/#testimonials': 'landing.testimonials',
  '/#faq': 'landing.questions',
};

/** Whether the landing page shows this section; it hides sections that the owner has emptied. */
export function hasSection({ to }: { to: string }): boolean {
  const list = LISTS[to];
  return list === undefined || !isEmptied(list);
}

interface SectionItemProps {
  to: string;
  label: string;
  onClick?: (() => void) | undefined;
}

export function SectionItem({ to, label, onClick }: SectionItemProps) {
  return hasSection({ to }) ? (
    <li>
      <Link to={to} onClick={onClick}>
        {label}
      </Link>
    </li>
  ) : null;
}
