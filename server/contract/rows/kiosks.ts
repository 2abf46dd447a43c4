import type { KioskSettings } from '../device/desktop.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

/** playing: with sound. quiet: a session without sound. attract: idle. */
export const KIOSK_STATES = ['playing', 'quiet', 'attract', 'closed'] as const;

/** Problems a shell detects. The reader supplies the text, so that a report holds no personal data. */
export const KIOSK_TROUBLES = [
  'page-crashed',
  'page-hung',
  'server-ended',
  'server-hung',
  'part-ended',
] as const;

/** Older problems are dropped. */
export const MAX_KIOSK_TROUBLES = 20;
/** How often an unchanged kiosk is recorded. */
export const KIOSK_REPORT_SECONDS = 30;

/** All times are the server's; a kiosk's clock is not used. */
export const kiosks = defineTable('kiosks', {
  area: 'kiosks',
  primaryKey: ['id'],
  pagesMay: 'read',
  isLogged: true,
  columns: {
    id: column.identity(),
    /** The machine of this server. */
    is_own: column.boolean(),
    version: column.text({ nullable: true, max: 100 }),
    state: column.oneOf(KIOSK_STATES, { nullable: true }),
    /** Null: never connected. */
    last_seen_at: column.timestamp({ nullable: true }),
    started_at: column.timestamp({ nullable: true }),
    last_input_at: column.timestamp({ nullable: true }),
    last_sound_at: column.timestamp({ nullable: true }),
    /** The latest problems, oldest first. */
    troubles: column.json<{ kind: (typeof KIOSK_TROUBLES)[number]; at: string }[]>({
      default: [],
      max: 20_000,
    }),
    settings: column.json<KioskSettings>({ max: 20_000 }),
    /** When an admin requested a restart, which waits until the kiosk is idle. */
    restart_asked_at: column.timestamp({ nullable: true }),
    /** When it will restart if it stays idle; null while in use. */
    restart_due_at: column.timestamp({ nullable: true }),
    created_at: column.now(),
  },
});
export type Kiosk = RowOf<typeof kiosks>;

/** The `settings` row with the defaults of new kiosks. */
export const KIOSK_DEFAULTS_KEY = 'kiosk_defaults';
