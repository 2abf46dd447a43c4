import type { ReactNode } from 'react';
import { useNamePage } from '#renderer/lib/page-name.ts';

interface AdminHeadProps {
  title: string;
  text?: ReactNode;
  /**
   * The part of the tab that is open, for the page title; its first part follows the tab's name.
   */
  part?: string | undefined;
  /** Actions for the whole tab, at the far end. */
  children?: ReactNode;
}

export function AdminHead({ title, text, part, children }: AdminHeadProps) {
  useNamePage(part === undefined ? title : `${part} · ${title}`);
  return (
    <div className="admin-head">
      <div>
        <h1>{title}</h1>
        {text ? <p className="quiet">{text}</p> : null}
      </div>
      {children}
    </div>
  );
}
