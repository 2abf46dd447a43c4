import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { firstSign } from '#renderer/lib/first-sign.ts';
import { type LazyPart, lazyPart } from './lazy-part.tsx';
import { toast } from './toast.ts';

interface LatePartProps<Props extends object> {
  part: LazyPart<Props>;
  /** It is to be seen now. */
  wanted: boolean;
  /** It cannot be fetched: whoever asked for it takes the wish back. She has been told. */
  onMissing: () => void;
  props: Props;
}

const LATE: { load: () => Promise<unknown> }[] = [];

/** For `LatePart`: like `lazyPart`, and known to `fetchLateParts`. */
export function latePart<Props extends object = object>(
  importPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  const part = lazyPart(importPart);
  LATE.push(part);
  return part;
}

/** Those of all pages that are here: what a press opens must be there without a connection as well. */
export function fetchLateParts(): void {
  for (const part of LATE) part.load().catch(() => {});
}

/**
 * What a page shows only when somebody asks for it. It is no part of the first page: it is fetched at the first
 * sign that somebody is there, and stands there as soon as it is both wanted and here.
 */
export function LatePart<Props extends object>(late: LatePartProps<Props>) {
  const { part, wanted, onMissing, props } = late;
  const [Part, setPart] = useState<ComponentType<Props>>();
  const handleMissing = useEffectEvent(() => {
    toast.error('This did not open. Check the connection and press again.');
    onMissing();
  });
  useEffect(() => {
    void firstSign().then(() => part.load().catch(() => {}));
  }, [part]);
  useEffect(() => {
    if (!wanted || Part) return;
    part.load().then(
      (loaded) => setPart(() => loaded),
      () => handleMissing(),
    );
  }, [wanted, Part, part]);
  return wanted && Part ? <Part {...props} /> : null;
}
