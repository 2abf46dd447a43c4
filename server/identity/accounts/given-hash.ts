import { createValidationError } from '../wire/auth.errors.ts';

/** Twice what anybody uses: each step doubles the time of every sign-in. */
const MOST_BCRYPT_ROUNDS = 14;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 =
  /^\$argon2id?\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const MOST = { kibibytes: 262_144, passes: 10, lanes: 16 };

/** Whether it is not what this program makes, and becomes that when its owner next signs in. */
export function isForeignHash(stored: string): boolean {
  return BCRYPT.test(stored);
}

/** A hash from another program, as it can be kept; a plain refusal for any other, and for one that would take too long. */
export function ensureKeepableHash(given: string): string {
  const [, rounds] = BCRYPT.exec(given) ?? [];
  if (rounds !== undefined && Number(rounds) >= 4 && Number(rounds) <= MOST_BCRYPT_ROUNDS) {
    return given;
  }
  const [, kibibytes, passes, lanes] = ARGON2.exec(given) ?? [];
  const isMeant = kibibytes !== undefined && Number(kibibytes) <= MOST.kibibytes;
  if (isMeant && Number(passes) <= MOST.passes && Number(lanes) <= MOST.lanes) return given;
  throw createValidationError(
    `password_hash must be bcrypt ($2a$, $2b$, $2y$, at most ${MOST_BCRYPT_ROUNDS} rounds) or argon2`,
  );
}
