import { findRoute } from './pages/routes.ts';
import { parseShortCode } from './short-code.ts';

/**
 * A code on a shared screen: signs the user in on their own phone (`phone`), or lets a signed-in phone sign in the
 * screen (`screen`). Security: docs/decisions/0110.
 */
export const HAND_OVER = {
  codeLength: 6,
  lifeS: 5 * 60,
  /** Polling interval of a screen. */
  watchEveryMs: 2_000,
} as const;

export type HandOverGoal = 'phone' | 'screen';

/** Accepts any case, spaces and hyphens. Undefined if invalid. */
export function parseHandOverCode(text: string): string | undefined {
  return parseShortCode(text, HAND_OVER.codeLength);
}

/** Split into two halves for reading. */
export function printHandOverCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

/** Contents of a QR code: the goal, the code, and the next page. */
export interface HandOverAddress {
  readonly to: HandOverGoal;
  readonly code: string;
  /** A path of the application. */
  readonly next: string;
}

/** Puts the code in the fragment, which browsers never send, so that no log holds it. */
export function handOverPath({ to, code, next }: HandOverAddress): string {
  return `/hand-over#${new URLSearchParams({ [to]: code, next })}`;
}

/** Parses the fragment; undefined without a code. */
export function parseHandOverHash(hash: string): HandOverAddress | undefined {
  const fields = new URLSearchParams(hash.slice(1));
  const to = fields.has('screen') ? 'screen' : 'phone';
  const code = parseHandOverCode(fields.get(to) ?? '');
  const next = fields.get('next') ?? '';
  const isOwnPage = /^\/[^/\\]/.test(next) && findRoute(next) !== undefined;
  return code === undefined ? undefined : { to, code, next: isOwnPage ? next : '/home' };
}
