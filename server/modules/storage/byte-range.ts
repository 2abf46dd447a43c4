export interface ByteRange {
  start: number;
  /** Inclusive. */
  end: number;
}

const SINGLE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/;

/**
 * One range: those bytes. Several, another unit or nonsense: `whole`, as RFC 9110 lets a server do,
 * since no player needs several and answering them is a way to make a server work hard.
 */
export function parseByteRange(
  header: string,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const match = SINGLE.exec(header);
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size ? 'unsatisfiable' : { start, end };
}
