import { findRoute } from './routes.ts';
import { parseShortCode } from './short-code.ts';

/**
 * A code on a shared screen that signs her in on her own phone (`phone`), or that her phone, where
 * she is signed in, lets the screen in by (`screen`). docs/decisions/0110 says how safe it is.
 */
export const HAND_OVER = {
  codeLength: 6,
  lifeS: 5 * 60,
  /** How often a screen asks what became of its code. */
  watchEveryMs: 2_000,
} as const;

export type HandOverGoal = 'phone' | 'screen';

/** As typed: any case, with or without spaces and hyphens. Undefined when it cannot be a code. */
export function parseHandOverCode(text: string): string | undefined {
  return parseShortCode(text, HAND_OVER.codeLength);
}

/** In two halves, as people read and say it. */
export function printHandOverCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** What a QR code says: where it leads, the code, and the page that is to follow. */
export interface HandOverAddress {
  readonly to: HandOverGoal;
  readonly code: string;
  /** A path of the application. */
  readonly next: string;
}

/** Behind `#`, which no browser sends to any server, so that no log can hold a code. */
export function handOverPath({ to, code, next }: HandOverAddress): string {
  return `/hand-over#${new URLSearchParams({ [to]: code, next })}`;
}

/** Reads what stands behind `#`; undefined when there is no code in it. */
export function parseHandOverHash(hash: string): HandOverAddress | undefined {
  const given = new URLSearchParams(hash.slice(1));
  const to = given.has('screen') ? 'screen' : 'phone';
  const code = parseHandOverCode(given.get(to) ?? '');
  const next = given.get('next') ?? '';
  const isOurs = /^\/[^/\\]/.test(next) && findRoute(next) !== undefined;
  return code === undefined ? undefined : { to, code, next: isOurs ? next : '/home' };
}
