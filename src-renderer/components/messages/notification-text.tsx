import { Fragment } from 'react';
import { Link } from '../link.tsx';

/** `[Evening Prayer](/player/3)`, or a bare address. A path must not begin with //, which leads to another site. */
const LINK =
  /\[([^\]\n]+)\]\((\/[a-z][\w/?=&-]*|https:\/\/[^\s)]+)\)|(https:\/\/[^\s)]*[^\s).,;:!?])/g;

/** Text of a notification with its links: paths of this site and https addresses. */
export function NotificationText({ text }: { text: string }) {
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(LINK)) {
    const [whole, label, target, address = ''] = found;
    parts.push(<Fragment key={end}>{text.slice(end, found.index)}</Fragment>);
    parts.push(<TextLink key={`link ${end}`} to={target ?? address} label={label ?? address} />);
    end = found.index + whole.length;
  }
  return [...parts, <Fragment key="end">{text.slice(end)}</Fragment>];
}

function TextLink({ to, label }: { to: string; label: string }) {
  if (to.startsWith('/')) return <Link to={to}>{label}</Link>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
}
