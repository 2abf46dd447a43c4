import 'react';

declare module 'react' {
  interface CSSProperties {
    /** A style sheet of ours reads it; React's types know only CSS's own. */
    [name: `--${string}`]: string | number | undefined;
  }
}
