import { ArrowLeft } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Link } from '#renderer/components/link.tsx';
import { Icon } from './icon.tsx';
import './page-head.css';

interface BackButtonProps {
  to: string;
  /** Adds a round background, for use on a picture. */
  onArt?: boolean;
  /** Navigation state for `to`. */
  state?: unknown;
  /** Returns to the previous page of this visit if there is one, otherwise to `to`. */
  returns?: boolean;
}

export function BackButton(props: BackButtonProps) {
  const { to, onArt = false, state, returns = false } = props;
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent) => {
    if (!returns || !(window.history.state?.idx > 0)) return;
    event.preventDefault();
    void navigate(-1);
  };
  return (
    <Link
      className={`icon-button back${onArt ? ' on-art' : ''}`}
      to={to}
      state={state}
      onClick={handleClick}
      aria-label="Back"
      title="Back"
    >
      <Icon of={ArrowLeft} />
    </Link>
  );
}

interface PageHeadProps {
  title: string;
  backTo?: string;
  /** Back returns to the previous page of this visit. */
  returns?: boolean;
  /** A short text next to the title, such as whose page it is. */
  line?: ReactNode;
  /** Controls at the far end, such as a theme button or an avatar. */
  children?: ReactNode;
}

/** A page's title and back link, at the same position on every page (tests/e2e/site/page-heads.test.ts). */
export function PageHead({ title, backTo, returns = false, line, children }: PageHeadProps) {
  return (
    <div className="page-head">
      {backTo ? <BackButton to={backTo} returns={returns} /> : null}
      <h1>{title}</h1>
      {line ? <p className="page-head-line quiet">{line}</p> : null}
      {children ? <div className="page-head-tools">{children}</div> : null}
    </div>
  );
}
