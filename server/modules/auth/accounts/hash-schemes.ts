import { longReads } from '#server/core/long-reads.ts';
import { createValidationError } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { findForeignHashes } from './accounts.repository.ts';

/** Algorithm and cost of a password hash. */
const SCHEME = /^(?:\$2[aby]\$\d\d\$|\$argon2id?\$v=19\$m=\d+,t=\d+,p=\d+\$)/;
/** Scheme of new hashes: the defaults of the argon2 library. */
export const OWN_SCHEME = '$argon2id$v=19$m=19456,t=2,p=1$';

/** Salt and digest of dummy hashes, which match no password. */
const BCRYPT_REST = 'abcdefghijklmnopqrstuu5Lpjr4lzBMXA2JDRBmAlyGjGdBXOy7mY';
const ARGON2_REST = 'bm9ib2R5J3Mgc2FsdCE$6jT7WTpSJzcbtdC3s4QmVdr1Gd0yQ0y0G4m8zRvxsxw';

export const schemeOf = (hash: string): string | undefined => SCHEME.exec(hash)?.[0];

export const dummyHashOf = (scheme: string): string =>
  scheme.startsWith('$2') ? scheme + BCRYPT_REST.slice(0, 53) : scheme + ARGON2_REST;

const CACHE_MS = 10 * 60_000;
const cache = new WeakMap<object, { at: number; schemes: Promise<readonly string[]> }>();

/** Schemes of imported hashes, which remain until the user signs in. Cached for ten minutes. */
export function foreignSchemes({ db, clock }: AuthContext): Promise<readonly string[]> {
  const cached = cache.get(db.kysely);
  const now = clock.now();
  if (cached && now - cached.at < CACHE_MS) return cached.schemes;
  const schemes = findForeignHashes(longReads(db, 'auth'), OWN_SCHEME).then((hashes) =>
    [...new Set(hashes.flatMap((hash) => schemeOf(hash) ?? []))].sort(),
  );
  cache.set(db.kysely, { at: now, schemes });
  schemes.catch(() => cache.delete(db.kysely));
  return schemes;
}

/** Call after storing an imported hash, because it may have a new scheme. */
export function invalidateSchemes({ db }: Pick<AuthContext, 'db'>): void {
  cache.delete(db.kysely);
}

/** Each round doubles the time of a sign-in. */
const MAX_BCRYPT_ROUNDS = 14;
const BCRYPT = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;
const ARGON2 =
  /^\$argon2id?\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;
const MAX_ARGON2 = { kibibytes: 262_144, passes: 10, lanes: 16 };

/** Accepts a hash from another program; throws for an unknown or too expensive one. */
export function ensureSupportedHash(given: string): string {
  const [, rounds] = BCRYPT.exec(given) ?? [];
  if (rounds !== undefined && Number(rounds) >= 4 && Number(rounds) <= MAX_BCRYPT_ROUNDS) {
    return given;
  }
  const [, kibibytes, passes, lanes] = ARGON2.exec(given) ?? [];
  const isMemoryAllowed = kibibytes !== undefined && Number(kibibytes) <= MAX_ARGON2.kibibytes;
  if (isMemoryAllowed && Number(passes) <= MAX_ARGON2.passes && Number(lanes) <= MAX_ARGON2.lanes)
    return given;
  throw createValidationError(
    `password_hash must be bcrypt ($2a$, $2b$, $2y$, at most ${MAX_BCRYPT_ROUNDS} rounds) or argon2`,
  );
}
