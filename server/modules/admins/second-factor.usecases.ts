import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { isoNow } from '#server/core/clock.ts';
import { drawShortCode } from '#server/core/secrets.ts';
import {
  type AdminPersonRow,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeTotpStep,
  updateAdminPerson,
} from '#server/identity/admin-people.repository.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { countCodeTry } from '#server/modules/auth/password-tries.usecases.ts';
import { recordAdminDeed } from './admin-deeds.repository.ts';
import { createHasSecondFactorError, createWrongCodeError } from './admins.errors.ts';

const PERIOD_S = 30;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;
const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A new secret for her app; it counts for nothing until a code of it has come back. */
export async function beginSecondFactor(context: AuthContext, person: AdminPersonRow) {
  if (person.totp_confirmed_at !== null) throw createHasSecondFactorError();
  const secret = new Secret({ size: 20 });
  await updateAdminPerson(context.db.kysely, person.id, {
    totp_secret: seal(context.keys.secondFactors, person.id, secret.base32),
  });
  const { brand } = await context.settings.read();
  const uri = createTotp(secret, { issuer: brand.name, label: person.email }).toString();
  return { secret: secret.base32, uri };
}

/** Her first code switches it on and answers her recovery codes, which are shown once. */
export async function confirmSecondFactor(
  context: AuthContext,
  person: AdminPersonRow,
  code: string,
): Promise<string[]> {
  if (person.totp_confirmed_at !== null) throw createHasSecondFactorError();
  if (!(await isTotpOf(context, person, code))) throw createWrongCodeError();
  const now = isoNow(context.clock);
  const codes = drawCodes();
  await context.db.transaction(async (trx) => {
    await updateAdminPerson(trx, person.id, { totp_confirmed_at: now });
    await replaceRecoveryCodes(trx, person.id, hashAll(context, person, codes));
    const after = { second_factor: 'on' };
    await recordAdminDeed(trx, { person, action: 'update', after, now, by: 'herself' });
  });
  return codes;
}

/** Those from before are worth nothing any more. */
export async function renewRecoveryCodes(
  context: AuthContext,
  person: AdminPersonRow,
  code: string,
): Promise<string[]> {
  const succeed = await countCodeTry(context, person.id);
  if (!(await isTotpOf(context, person, code))) throw createWrongCodeError();
  await succeed();
  const codes = drawCodes();
  await context.db.transaction((trx) =>
    replaceRecoveryCodes(trx, person.id, hashAll(context, person, codes)),
  );
  return codes;
}

/** Six digits of her app, or one of her recovery codes; neither is taken twice. */
export async function provesSecondFactor(
  context: AuthContext,
  person: AdminPersonRow,
  code: string,
): Promise<boolean> {
  if (/^\d{3} ?\d{3}$/.test(code)) return isTotpOf(context, person, code);
  const [hash = ''] = hashAll(context, person, [code]);
  return takeRecoveryCode(context.db.kysely, person.id, hash);
}

/** A code holds for its half minute and the ones beside it, for clocks that differ. */
async function isTotpOf(
  { db, keys, clock }: AuthContext,
  { id, totp_secret }: AdminPersonRow,
  code: string,
): Promise<boolean> {
  const secret = totp_secret === null ? undefined : open(keys.secondFactors, id, totp_secret);
  if (secret === undefined) return false;
  const timestamp = clock.now();
  const totp = createTotp(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code.replaceAll(' ', ''), timestamp, window: 1 });
  if (delta === null) return false;
  return takeTotpStep(db.kysely, id, Math.floor(timestamp / 1_000 / PERIOD_S) + delta);
}

/** As every app for it takes for granted. */
const createTotp = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

const drawCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const code = drawShortCode(RECOVERY_LENGTH);
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

function hashAll({ keys }: AuthContext, { id }: AdminPersonRow, codes: readonly string[]) {
  return codes.map((code) => {
    const signs = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
    return createHmac('sha256', keys.secondFactors).update(`${id}\n${signs}`).digest('hex');
  });
}

/** Bound to her: a secret copied to another person's row opens nothing. */
function seal(key: KeyObject, id: string, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined for what was sealed with another secret of the server. */
function open(key: KeyObject, id: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const rest = bytes.subarray(IV_BYTES);
  try {
    const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
    cipher.setAAD(Buffer.from(id)).setAuthTag(rest.subarray(0, TAG_BYTES));
    return cipher.update(rest.subarray(TAG_BYTES), undefined, 'utf8') + cipher.final('utf8');
  } catch {
    return undefined;
  }
}
