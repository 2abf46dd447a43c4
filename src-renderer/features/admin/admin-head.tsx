import type { ReactNode } from 'react';
import { useNamePage } from '#renderer/lib/page-name.ts';

interface AdminHeadProps {
  title: string;
  text?: ReactNode;
  /** What of the tab is shown, for the name of the page; its first part goes by the tab's. */
  part?: string | undefined;
  /** At the far end: what can be done with the whole tab. */
  children?: ReactNode;
}

export function AdminHead({ title, text, part, children }: AdminHeadProps) {
  useNamePage(part === undefined ? title : `${part} · ${title}`);
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
