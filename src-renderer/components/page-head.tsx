import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from './icon.tsx';

interface BackButtonProps {
  to: string;
  label?: string;
  /** On a picture it stands on a disc of its own. */
  onArt?: boolean;
}

export function BackButton({ to, label = 'Back', onArt = false }: BackButtonProps) {
  return (
    <Link className={`ib${onArt ? ' on-art' : ''}`} to={to} aria-label={label} title={label}>
      <Icon of={ArrowLeft} />
    </Link>
  );
}

interface PageHeadProps {
  title: string;
  backTo?: string;
  /** Stands at the far end: a theme button, an avatar. */
  children?: ReactNode;
}

export function PageHead({ title, backTo, children }: PageHeadProps) {
  return (
    <div className="page-head">
      {backTo ? <BackButton to={backTo} /> : null}
      <h1>{title}</h1>
      {children}
    </div>
  );
}
