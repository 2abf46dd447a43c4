import type { ReactNode } from 'react';
import { useNamePage } from '#renderer/lib/page-name.ts';

interface AdminHeadProps {
  title: string;
  text?: ReactNode;
  /** At the far end: what can be done with the whole tab. */
  children?: ReactNode;
}

export function AdminHead({ title, text, children }: AdminHeadProps) {
  useNamePage(title);
  return (
    <div className="a-head">
      <div>
        <h1>{title}</h1>
        {text ? <p className="quiet">{text}</p> : null}
      </div>
      {children}
    </div>
  );
}
