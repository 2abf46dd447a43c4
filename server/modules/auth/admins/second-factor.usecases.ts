import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { isoNow } from '#server/core/clock.ts';
import { decrypt, encrypt, generateShortCode } from '#server/core/config/secrets.ts';
import { createRefusal } from '../auth.errors.ts';
import type { AuthContext } from '../auth-context.ts';
import { recordAdminChange } from './admin-audit.repository.ts';
import { createHasSecondFactorError } from './admins.errors.ts';
import {
  type AdminPersonRow,
  consumeRecoveryCode,
  consumeTotpStep,
  lockAdminPerson,
  replaceRecoveryCodes,
  updateAdminPerson,
  updateAndEndTokens,
} from './admins.repository.ts';

const PERIOD_S = 30;
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 10;

/** The new secret is inactive until a code confirms it. */
export async function beginSecondFactor(context: AuthContext, { id, email }: AdminPersonRow) {
  const { db, keys, settings } = context;
  const secret = new Secret({ size: 20 });
  const encrypted = encrypt(keys.secondFactors, id, secret.base32);
  await db.transaction(async (trx) => {
    const current = await lockAdminPerson(trx, db.sql, id);
    if (current?.totp_confirmed_at !== null) throw createHasSecondFactorError();
    await updateAdminPerson(trx, id, { totp_secret: encrypted, totp_last_step: null });
  });
  const { brand } = await settings.read();
  const uri = createTotp(secret, { issuer: brand.name, label: email }).toString();
  return { secret: secret.base32, uri };
}

/** Activates the second factor. Returns the recovery codes, shown once, and the changed admin. */
export async function confirmSecondFactor(
  context: AuthContext,
  person: AdminPersonRow,
  code: string,
): Promise<{ codes: string[]; changed: AdminPersonRow }> {
  if (person.totp_confirmed_at !== null) throw createHasSecondFactorError();
  if (!(await isTotpOf(context, person, code))) throw createRefusal('secondFactorWrong');
  const { clock, db } = context;
  const now = isoNow(clock);
  const codes = generateRecoveryCodes();
  const changed = await db.transaction(async (trx) => {
    const current = await lockAdminPerson(trx, db.sql, person.id);
    const isSame = current?.totp_secret === person.totp_secret;
    if (!isSame || current.totp_confirmed_at !== null) throw createRefusal('secondFactorWrong');
    await replaceRecoveryCodes(trx, person.id, hashAll(context, person, codes));
    const after = { second_factor: 'on' };
    await recordAdminChange(trx, { person, action: 'update', after, now, by: 'self' });
    // Earlier tokens were issued without a second factor.
    return updateAndEndTokens(trx, current, { totp_confirmed_at: now });
  });
  return { codes, changed };
}

/** Accepts a TOTP code or a recovery code; each only once. */
export async function consumeSecondFactorCode(
  context: AuthContext,
  person: AdminPersonRow,
  code: string,
): Promise<boolean> {
  if (/^\d{3} ?\d{3}$/.test(code)) return isTotpOf(context, person, code);
  const [hash = ''] = hashAll(context, person, [code]);
  return consumeRecoveryCode(context.db.kysely, person.id, hash);
}

/** Uses up the code. Accepts the adjacent time steps, for clock skew. */
async function isTotpOf(
  { db, keys, clock }: AuthContext,
  { id, totp_secret }: AdminPersonRow,
  code: string,
): Promise<boolean> {
  const secret = totp_secret === null ? undefined : decrypt(keys.secondFactors, id, totp_secret);
  if (secret === undefined) return false;
  const timestamp = clock.now();
  const totp = createTotp(Secret.fromBase32(secret));
  const delta = totp.validate({ token: code.replaceAll(' ', ''), timestamp, window: 1 });
  if (delta === null) return false;
  return consumeTotpStep(db.kysely, id, Math.floor(timestamp / 1_000 / PERIOD_S) + delta);
}

/** Authenticator apps assume these parameters. */
const createTotp = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_S });

const generateRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const code = generateShortCode(RECOVERY_LENGTH);
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });

function hashAll({ keys }: AuthContext, { id }: AdminPersonRow, codes: readonly string[]) {
  return codes.map((code) => {
    const characters = code.toUpperCase().replace(/[^A-Z0-9]/g, '');
    return createHmac('sha256', keys.secondFactors).update(`${id}\n${characters}`).digest('hex');
  });
}
