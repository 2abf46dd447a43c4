import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import { SHORT_CODE_SIGNS } from '#contract/words/short-code.ts';

/** Long enough that nobody finds it by trying: 256 bits, in signs that an address can hold. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a long secret. One that is short enough to be tried out needs a key: see `SecretKeys`. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Of a short code, which could be tried out from a plain hash: the server's secret is part of it. */
export function hashShortCode(serverSecret: string, use: string, code: string): string {
  return createHmac('sha256', serverSecret).update(`cradlesong/${use}\n${code}`).digest('hex');
}

/** For people to read and type; guarded by a limit on tries, since it is short. */
export function drawShortCode(length: number): string {
  const signs = Array.from({ length }, () =>
    SHORT_CODE_SIGNS.charAt(randomInt(SHORT_CODE_SIGNS.length)),
  );
  return signs.join('');
}
