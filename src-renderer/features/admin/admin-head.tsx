import type { ReactNode } from 'react';
import { useNamePage } from '#renderer/lib/page-name.ts';

interface AdminHeadProps {
  title: string;
  text?: ReactNode;
  /** The open part of the tab, for the page title; undefined for its first part. */
  part?: string | undefined;
  /** Buttons for the whole tab, at the end of the header. */
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
