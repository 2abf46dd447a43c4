import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  /** dawn: nothing kept yet. day: nothing came. hidden: the sun is behind the horizon, we are offline. */
  light?: 'dawn' | 'day' | 'hidden';
  /** The state is the whole page, so its title is the page's. */
  isPage?: boolean;
  children?: ReactNode;
}

const LIGHTS = {
  dawn: { cy: 62, fill: 'var(--dawn-soft)' },
  day: { cy: 72, fill: 'var(--stage-tint)' },
  hidden: { cy: 84, fill: 'var(--linen)' },
};

/** A small horizon, what is so, what happens next, and at most two ways on as children. */
export function EmptyState({ title, text, light = 'dawn', isPage, children }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'h2';
  const { cy, fill } = LIGHTS[light];
  return (
    <div className="empty">
      <svg className="scene-s" viewBox="0 0 176 110" aria-hidden="true">
        <circle cx="88" cy={cy} r="26" fill={fill} opacity={light === 'hidden' ? 0.55 : 1} />
        <path d="M8 84C40 78 70 84 100 82S150 76 168 80V120H8Z" fill="var(--bg)" />
        <g>
          <path d="M8 84C40 78 70 84 100 82S150 76 168 80" />
          <path d="M30 95C60 91 90 96 146 91" />
        </g>
      </svg>
      <Title className="empty-title">{title}</Title>
      {text ? <p>{text}</p> : null}
      {children}
    </div>
  );
}
