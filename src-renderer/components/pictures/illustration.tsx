import './illustration.css';
import illustrations from './illustrations.svg';

/** A path, still water, a sown field, a path that ends, the sun behind hills. */
export type IllustrationName = 'path' | 'water' | 'field' | 'lost' | 'dusk';

/** Decorative illustration in the colours of the theme; the parent positions it. */
export function Illustration({ of }: { of: IllustrationName }) {
  return (
    <svg className={`illustration ${of}`} aria-hidden="true">
      <use href={`${illustrations}#${of}`} />
    </svg>
  );
}
