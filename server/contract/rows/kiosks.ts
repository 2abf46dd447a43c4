import { z } from 'zod';
import { kioskSettingsSchema } from '../device/desktop.ts';
import { idSchema, timestampSchema } from './columns.ts';

/** playing: it sounds. quiet: somebody's session, without sound. attract: nobody is there. */
export const KIOSK_STATES = ['playing', 'quiet', 'attract', 'closed'] as const;

/** What a shell notices by itself; words for it are the reader's, so that nothing personal can be in it. */
export const KIOSK_TROUBLES = [
  'page-crashed',
  'page-hung',
  'server-ended',
  'server-hung',
  'part-ended',
] as const;

/** Older ones are forgotten. */
export const MAX_KIOSK_TROUBLES = 20;
/** How often a kiosk is written down when nothing about it changes. */
export const KIOSK_REPORT_SECONDS = 30;

/** A row of `kiosks`. Times are the server's; a kiosk's own clock is not asked. */
export const kioskSchema = z.object({
  id: idSchema,
  /** The machine this server itself runs on. */
  is_own: z.boolean(),
  version: z.string().nullable(),
  state: z.enum(KIOSK_STATES).nullable(),
  /** Null: it has not reported yet. */
  last_seen_at: timestampSchema.nullable(),
  started_at: timestampSchema.nullable(),
  last_input_at: timestampSchema.nullable(),
  last_sound_at: timestampSchema.nullable(),
  /** The last ones, the oldest first. */
  troubles: z.array(z.object({ kind: z.enum(KIOSK_TROUBLES), at: timestampSchema })),
  settings: kioskSettingsSchema,
  /** It is to start again once nobody is there. */
  restart_asked_at: timestampSchema.nullable(),
  /** When it will, if it stays quiet; null while somebody is there. */
  restart_due_at: timestampSchema.nullable(),
  created_at: timestampSchema,
});
export type Kiosk = z.infer<typeof kioskSchema>;

/** The `settings` row from which a kiosk that is seen for the first time gets its settings. */
export const KIOSK_DEFAULTS_KEY = 'kiosk_defaults';
