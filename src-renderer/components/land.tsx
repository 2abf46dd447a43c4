import './land.css';
import lands from './lands.svg';

/** Which hour and place: a path, still water, a sown field, a path that ends, and the sun behind the hills. */
export type LandName = 'path' | 'water' | 'field' | 'lost' | 'dusk';

/** A drawn land in the colours of the theme, for whatever stands around it to place. Ornament. */
export function Land({ of }: { of: LandName }) {
  return (
    <svg className={`land ${of}`} aria-hidden="true">
      <use href={`${lands}#${of}`} />
    </svg>
  );
}
