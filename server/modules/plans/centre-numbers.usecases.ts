import { createHmac } from 'node:crypto';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import { createSecret, isSameSecret } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import {
  findNumbers,
  findNumbersKey,
  findUses,
  saveNumbersKey,
} from './centre-numbers.repository.ts';

type Deps = Pick<ServerDeps, 'clock' | 'config' | 'db'>;

/** Smaller counts except 0 are hidden, because they could identify users. */
export const MIN_SHOWN = 5;

export type CentreNumbers = NonNullable<Awaited<ReturnType<typeof readCentreNumbers>>>;

/** `link` is null if the code has no link. */
interface NumbersLink {
  readonly link: string | null;
}

/** Undefined for an unknown code. */
export async function readNumbersLink(
  { db, config }: Deps,
  id: number,
): Promise<NumbersLink | undefined> {
  const code = await findNumbersKey(db.kysely, id);
  return code && { link: linkOf(config, id, code.numbers_key) };
}

/** Replaces or removes the link; the previous one stops working. */
export async function changeNumbersLink(
  { db, config, clock }: Deps,
  id: number,
  isWanted: boolean,
): Promise<NumbersLink | undefined> {
  const key = isWanted ? createSecret() : null;
  return db.transaction(async (trx) => {
    const code = await findNumbersKey(trx, id);
    if (!code) return undefined;
    await saveNumbersKey(trx, id, key);
    const auditValues = (has_numbers_link: boolean) => ({
      id,
      centre_name: code.centre_name,
      has_numbers_link,
    });
    await recordInAuditLog(trx, {
      actor: 'service_role',
      action: 'update',
      on: 'centre_codes',
      which: String(id),
      before: auditValues(code.numbers_key !== null),
      after: auditValues(isWanted),
      now: isoNow(clock),
    });
    return { link: linkOf(config, id, key) };
  });
}

/** Undefined for an unknown or revoked link. */
export async function readCentreNumbers({ db, config, clock }: Deps, given: string) {
  const id = Number(/^([1-9]\d{0,14})\./.exec(given)?.[1]);
  const code = Number.isSafeInteger(id) ? await findNumbers(db.kysely, id) : undefined;
  if (!code || code.numbers_key === null) return undefined;
  if (!isSameSecret(given, tokenOf(config, id, code.numbers_key))) return undefined;
  const now = isoNow(clock);
  const today = now.slice(0, 10);
  const uses = await findUses(db.kysely, id);
  // Counts up to yesterday, so that no one can observe a single redemption.
  const before = uses.filter((at) => at.slice(0, 10) < today);
  const used = Math.max(0, code.used_count - (uses.length - before.length));
  return {
    centre: code.centre_name,
    allowed: code.uses_allowed,
    /** Null if hidden. */
    used: used < MIN_SHOWN && used > 0 ? null : used,
    validUntil: code.valid_until,
    isOver: code.ended_at !== null || code.valid_until < now,
    /** Months such as '2026-11', oldest first; `uses` is null if hidden. */
    months: suppressSmallCounts(countByMonth(before)),
  };
}

function countByMonth(uses: readonly string[]): { month: string; uses: number }[] {
  const months = Map.groupBy(uses, (at) => at.slice(0, 7));
  return [...months].map(([month, { length }]) => ({ month, uses: length }));
}

/** Hides a second month too, because a single hidden one could be computed from the total. */
export function suppressSmallCounts(
  months: readonly { month: string; uses: number }[],
): { month: string; uses: number | null }[] {
  const few = months.filter(({ uses }) => uses < MIN_SHOWN);
  const [next] = months.filter(({ uses }) => uses >= MIN_SHOWN).sort((a, b) => a.uses - b.uses);
  const hidden = new Set(few.length === 1 && next ? [...few, next] : few);
  return months.map((one) => ({ month: one.month, uses: hidden.has(one) ? null : one.uses }));
}

function linkOf(config: Deps['config'], id: number, key: string | null): string | null {
  if (key === null) return null;
  return `${config.SITE_URL}${API_PATHS.centreNumbers}?key=${tokenOf(config, id, key)}`;
}

/** Signed with the server's secret, so that a copy of the database gives no access. */
function tokenOf({ JWT_SECRET }: Deps['config'], id: number, key: string): string {
  const mac = createHmac('sha256', JWT_SECRET).update(`cradlesong/centre-numbers\n${id}\n${key}`);
  return `${id}.${mac.digest('base64url')}`;
}
