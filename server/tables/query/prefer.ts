import { createPreferencesError } from '../tables.errors.ts';

const KNOWN = {
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  return: ['representation', 'minimal', 'headers-only'],
  count: ['exact', 'planned', 'estimated'],
  handling: ['strict', 'lenient'],
  /** Sent by our own pages: relative paths instead of full addresses. */
  addresses: ['relative'],
} as const;

type Known = { -readonly [Name in keyof typeof KNOWN]?: (typeof KNOWN)[Name][number] };

export interface Preferences extends Known {
  maxAffected?: number;
  /** Unknown preferences; an error only with `handling=strict`. */
  readonly unknown: readonly string[];
}

/** `Prefer`, one header or several joined by commas; the first of a repeated preference counts. */
export function parsePrefer(header: string | undefined): Preferences {
  const unknown: string[] = [];
  const found: Known & { maxAffected?: number } = {};
  for (const part of (header ?? '').split(',')) {
    const item = part.trim();
    if (item === '') continue;
    const max = /^max-affected=(\d{1,15})$/.exec(item)?.[1];
    if (max !== undefined) found.maxAffected ??= Number(max);
    else if (!readKnown(item, found)) unknown.push(item);
  }
  return { ...found, unknown };
}

function readKnown(item: string, found: Known): boolean {
  // `tx` is accepted and, as on hosted projects, has no effect.
  if (item === 'tx=commit' || item === 'tx=rollback') return true;
  const [name = '', value = ''] = item.split('=', 2);
  if (!Object.hasOwn(KNOWN, name)) return false;
  // Safe: hasOwn has checked the name.
  const allowed: readonly string[] = KNOWN[name as keyof typeof KNOWN];
  if (!allowed.includes(value)) return false;
  if (!Object.hasOwn(found, name)) Object.assign(found, { [name]: value });
  return true;
}

type Applied = {
  readonly [Name in keyof Omit<Preferences, 'unknown'>]: Preferences[Name] | undefined;
};

/** The value of `Preference-Applied`, in the official server's order. */
export function describeApplied(applied: Applied): string {
  const parts = [
    applied.resolution && `resolution=${applied.resolution}`,
    applied.missing && `missing=${applied.missing}`,
    applied.return && `return=${applied.return}`,
    applied.count && `count=${applied.count}`,
    applied.handling && `handling=${applied.handling}`,
    applied.handling === 'strict' &&
      applied.maxAffected !== undefined &&
      `max-affected=${applied.maxAffected}`,
  ];
  return parts.filter(Boolean).join(', ');
}

export function ensurePreferences({ handling, unknown }: Preferences): void {
  if (handling === 'strict' && unknown.length > 0) throw createPreferencesError(unknown);
}
