import 'react';

declare module 'react' {
  interface CSSProperties {
    /** Custom properties; React's types declare CSS's own only. */
    [name: `--${string}`]: string | number | undefined;
  }
}
