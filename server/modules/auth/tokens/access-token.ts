import type { KeyObject } from 'node:crypto';
import { compactVerify, errors, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/core/clock.ts';

/** All claims of a token with a valid signature. Their types are not checked. */
export type AccessClaims = Readonly<Record<string, unknown>>;

export type TokenFlaw =
  | 'parts'
  | 'algorithm'
  | 'key'
  | 'signature'
  | 'payload'
  | 'exp'
  | 'expired'
  | 'early'
  | 'future';

/** Each API turns this into its own error response. */
export class BadTokenError extends Error {
  readonly flaw: TokenFlaw;
  readonly parts: number;

  constructor(flaw: TokenFlaw, parts = 3) {
    super(`access token refused: ${flaw}`);
    this.name = 'BadTokenError';
    this.flaw = flaw;
    this.parts = parts;
  }
}

const ALGORITHM = 'HS256';
/** Tokens whose verified signature is cached: a page sends a dozen requests with the same one. */
const CACHE_SIZE = 2000;

export type AccessTokens = ReturnType<typeof createAccessTokens>;

export function createAccessTokens(key: KeyObject, clock: Clock) {
  const checked = new LRUCache<string, AccessClaims>({ max: CACHE_SIZE });

  return {
    async sign(claims: Record<string, unknown>, lifeS: number) {
      const iat = Math.floor(clock.now() / 1000);
      const expiresAt = iat + lifeS;
      const token = await new SignJWT({ ...claims, iat, exp: expiresAt })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .sign(key);
      return { token, expiresAt };
    },
    /** Returns the claims or throws `BadTokenError`. `leewayS` allows for clock skew. */
    async verify(token: string, leewayS: number): Promise<AccessClaims> {
      const claims = checked.get(token) ?? (await checkSignature(key, token));
      const now = clock.now() / 1000;
      const { exp, nbf, iat } = claims;
      for (const time of [exp, nbf, iat]) {
        if (time !== undefined && typeof time !== 'number') throw new BadTokenError('exp');
      }
      if (typeof exp === 'number' && now >= exp + leewayS) throw new BadTokenError('expired');
      if (typeof nbf === 'number' && now < nbf - leewayS) throw new BadTokenError('early');
      // Always tolerates 30 s, because the clock of the issuing machine may be ahead.
      if (typeof iat === 'number' && now < iat - Math.max(leewayS, 30)) {
        throw new BadTokenError('future');
      }
      checked.set(token, claims);
      return claims;
    },
  };
}

async function checkSignature(key: KeyObject, token: string): Promise<AccessClaims> {
  const parts = token.split('.').length;
  if (parts !== 3) throw new BadTokenError('parts', parts);
  const payload = await compactVerify(token, key, { algorithms: [ALGORITHM] })
    .then((result) => result.payload)
    .catch((error: unknown) => {
      throw new BadTokenError(flawOf(error, token));
    });
  const claims = parseJson(payload);
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) {
    throw new BadTokenError('payload');
  }
  return claims as AccessClaims;
}

function flawOf(error: unknown, token: string): TokenFlaw {
  if (!(error instanceof errors.JOSEAlgNotAllowed)) return 'signature';
  const header = parseJson(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url'));
  const algorithm = String(Object(header).alg);
  // A known algorithm whose public key we do not have.
  return /^(RS|PS|ES)\d{3}$|^EdDSA$/.test(algorithm) ? 'key' : 'algorithm';
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
