import { createMediaTypeError } from '../tables.errors.ts';

/** How the rows are written; `stripped` leaves out members that are null. */
export interface MediaType {
  readonly form: 'array' | 'object' | 'csv';
  readonly stripped: boolean;
  readonly contentType: string;
}

const JSON_ARRAY: MediaType = {
  form: 'array',
  stripped: false,
  contentType: 'application/json; charset=utf-8',
};
const OBJECT = 'application/vnd.pgrst.object+json';
const ARRAY = 'application/vnd.pgrst.array+json';

const KNOWN: ReadonlyMap<string, MediaType> = new Map<string, MediaType>([
  ['*/*', JSON_ARRAY],
  ['application/*', JSON_ARRAY],
  ['application/json', JSON_ARRAY],
  [ARRAY, { ...JSON_ARRAY, contentType: `${ARRAY}; charset=utf-8` }],
  [
    `${ARRAY};nulls=stripped`,
    { form: 'array', stripped: true, contentType: `${ARRAY};nulls=stripped; charset=utf-8` },
  ],
  [OBJECT, { form: 'object', stripped: false, contentType: `${OBJECT}; charset=utf-8` }],
  [
    `${OBJECT};nulls=stripped`,
    { form: 'object', stripped: true, contentType: `${OBJECT};nulls=stripped; charset=utf-8` },
  ],
  ['text/csv', { form: 'csv', stripped: false, contentType: 'text/csv; charset=utf-8' }],
]);

/** The first type of the highest weight that can be served. */
export function negotiateMediaType(accept: string | undefined): MediaType {
  if (accept === undefined || accept.trim() === '' || accept === '*/*') return JSON_ARRAY;
  const asked = accept
    .split(',')
    .map(readRange)
    .sort((a, b) => b.weight - a.weight);
  for (const { type } of asked) {
    const known = KNOWN.get(type.replace('vnd.pgrst.object;', 'vnd.pgrst.object+json;'));
    if (known !== undefined) return known;
  }
  throw createMediaTypeError(asked.map(({ shown }) => shown));
}

function readRange(text: string): { type: string; shown: string; weight: number } {
  const [name = '', ...parameters] = text.split(';').map((part) => part.trim());
  const weight = parameters.find((it) => /^q=/i.test(it))?.slice(2);
  const isStripped = parameters.some((it) => it.toLowerCase() === 'nulls=stripped');
  const base = name.toLowerCase();
  const full = base === 'application/vnd.pgrst.object' ? OBJECT : base;
  return {
    type: isStripped ? `${full};nulls=stripped` : full,
    shown: name,
    weight: weight === undefined ? 1 : Number(weight) || 0,
  };
}
