import './land.css';
import lands from './lands.svg';

/** A path, still water, a sown field, a path that ends, the sun behind hills. */
export type LandName = 'path' | 'water' | 'field' | 'lost' | 'dusk';

/** Decorative illustration in the colours of the theme; the parent positions it. */
export function Land({ of }: { of: LandName }) {
  return (
    <svg className={`land ${of}`} aria-hidden="true">
      <use href={`${lands}#${of}`} />
    </svg>
  );
}
