import { type ComponentType, useEffect, useState } from 'react';
import type { LazyPart } from './lazy-part.tsx';

interface LatePartProps<Props extends object> {
  part: LazyPart<Props>;
  /** From then on it is fetched and stays, so that it can also close. */
  wanted: boolean;
  /** It could not be fetched: whoever asked for it takes the wish back, and says so. */
  onMissing: () => void;
  props: Props;
}

/** What a page shows only when somebody asks for it: nothing stands in its place until it is here. */
export function LatePart<Props extends object>(late: LatePartProps<Props>) {
  const { part, wanted, onMissing, props } = late;
  const [Part, setPart] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (!wanted || Part) return;
    part.load().then((loaded) => setPart(() => loaded), onMissing);
  }, [wanted, Part, part, onMissing]);
  return Part ? <Part {...props} /> : null;
}
