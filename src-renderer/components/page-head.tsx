import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '#renderer/lib/router.tsx';
import { Icon } from './icon.tsx';
import './page-head.css';

interface BackButtonProps {
  to: string;
  label?: string;
  /** On a picture it stands on a disc of its own. */
  onArt?: boolean;
}

export function BackButton({ to, label = 'Back', onArt = false }: BackButtonProps) {
  return (
    <Link className={`ib back${onArt ? ' on-art' : ''}`} to={to} aria-label={label} title={label}>
      <Icon of={ArrowLeft} />
    </Link>
  );
}

interface PageHeadProps {
  title: string;
  backTo?: string;
  /** A few words beside the title's line: whose page it is. */
  line?: ReactNode;
  /** Stands at the far end: a theme button, an avatar. */
  children?: ReactNode;
}

/** The same place and size on every page (tests/e2e/page-heads.test.ts). */
export function PageHead({ title, backTo, line, children }: PageHeadProps) {
  return (
    <div className="page-head">
      {backTo ? <BackButton to={backTo} /> : null}
      <h1>{title}</h1>
      {line ? <p className="page-head-line quiet">{line}</p> : null}
      {children ? <div className="page-head-tools">{children}</div> : null}
    </div>
  );
}
