import type { OpeningHours } from '#contract/device/opening-hours.ts';
import type { Kiosk } from '#contract/rows/kiosks.ts';
import { formatCount } from '../shared/format.ts';

const MINUTE = 60_000;
const UNITS = [
  { ms: 24 * 60 * MINUTE, one: 'day' },
  { ms: 60 * MINUTE, one: 'hour' },
  { ms: MINUTE, one: 'minute' },
] as const;

/** A kiosk reports every five seconds; after this long it counts as offline. */
const OFFLINE_MS = 2 * MINUTE;

const STATES: Record<NonNullable<Kiosk['state']>, KioskStatus> = {
  playing: { tone: 'playing', text: 'Playing' },
  // Nothing is playing, but a screen other than the first is open.
  quiet: { tone: 'used', text: 'In use' },
  attract: { tone: 'quiet', text: 'Quiet' },
  closed: { tone: 'quiet', text: 'Closed' },
};

export const ERROR_TEXTS: Record<Kiosk['troubles'][number]['kind'], string> = {
  'page-crashed': 'The page crashed',
  'page-hung': 'The page hung',
  'server-ended': 'The server ended',
  'server-hung': 'The server hung',
  'part-ended': 'A part of the program ended',
};

interface KioskStatus {
  readonly tone: 'playing' | 'used' | 'quiet' | 'silent';
  readonly text: string;
}

/** The state in the last report, or how long there was none; `now` is in milliseconds. */
export function kioskStatus(
  { state, last_seen_at }: Pick<Kiosk, 'state' | 'last_seen_at'>,
  now: number,
): KioskStatus {
  if (state === null || last_seen_at === null)
    return { tone: 'silent', text: 'Waiting for first report' };
  const silentFor = now - Date.parse(last_seen_at);
  if (silentFor > OFFLINE_MS)
    return { tone: 'silent', text: `Not seen for ${formatDuration(silentFor)}` };
  return STATES[state];
}

/** '3 minutes ago'; `iso` is null if nothing happened since the kiosk started. */
export function timeAgo(iso: string | null, now: number): string {
  if (iso === null) return 'Not yet';
  const passed = now - Date.parse(iso);
  return passed < MINUTE ? 'Just now' : `${formatDuration(passed)} ago`;
}

/** Describes a requested restart; undefined when none was requested. */
export function restartMessage(
  { restart_asked_at, restart_due_at }: Pick<Kiosk, 'restart_asked_at' | 'restart_due_at'>,
  now: number,
): string | undefined {
  if (restart_asked_at === null) return undefined;
  if (restart_due_at === null) return 'Restart requested. It waits until the kiosk is not in use.';
  const left = Date.parse(restart_due_at) - now;
  return left < MINUTE
    ? 'It restarts within a minute, if it stays quiet.'
    : `It restarts in about ${formatDuration(left)}, if it stays quiet.`;
}

/** 250,000 → '4 minutes', 4,000,000 → '1 hour'; the largest unit, rounded down, at least a minute. */
function formatDuration(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms) ?? UNITS[2];
  return formatCount(Math.max(1, Math.floor(ms / unit.ms)), unit.one, `${unit.one}s`);
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

/** 'Mon–Fri 08:00–20:00, Sat–Sun closed': groups consecutive days with the same hours. */
export function formatOpeningHours(hours: OpeningHours): string {
  if (hours === null) return 'Always open';
  const groups: { from: string; to: string; text: string }[] = [];
  for (const [index, day] of DAYS.entries()) {
    const span = hours[index];
    const text = span ? `${span.from}–${span.to}` : 'closed';
    const last = groups.at(-1);
    if (last?.text === text) last.to = day;
    else groups.push({ from: day, to: day, text });
  }
  const [only, ...more] = groups;
  if (only && more.length === 0) return only.text === 'closed' ? 'Closed' : `Daily ${only.text}`;
  return groups
    .map(({ from, to, text }) => `${from === to ? from : `${from}–${to}`} ${text}`)
    .join(', ');
}
