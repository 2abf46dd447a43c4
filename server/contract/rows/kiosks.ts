import { z } from 'zod';
import { kioskSettingsSchema } from '../device/desktop.ts';
import { idSchema, timestampSchema } from './columns.ts';

/** playing: it sounds. quiet: somebody's session, without sound. attract: nobody is there. */
const KIOSK_STATES = ['playing', 'quiet', 'attract', 'closed'] as const;

/** What a shell notices by itself; words for it are the reader's, so that nothing personal can be in it. */
const KIOSK_TROUBLES = [
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

const secondsAgo = z.int().min(0).max(100_000_000);

/** What a kiosk's shell tells its server. Ages instead of times: the two clocks need not agree. */
export const kioskReportSchema = z.object({
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  uptimeSeconds: secondsAgo,
  state: z.enum(KIOSK_STATES),
  /** Since the last touch or key; null: none yet. */
  inputSecondsAgo: secondsAgo.nullable(),
  soundSecondsAgo: secondsAgo.nullable(),
  /** Until the restart that was asked for, if it stays quiet. */
  restartInSeconds: secondsAgo.nullable(),
  troubles: z.array(z.object({ kind: z.enum(KIOSK_TROUBLES), secondsAgo })).max(MAX_KIOSK_TROUBLES),
  /** Changed at the kiosk by staff; null: take the server's. */
  settings: kioskSettingsSchema.nullable(),
});
export type KioskReport = z.infer<typeof kioskReportSchema>;

/** The answer: what holds from now on. */
export const kioskOrdersSchema = z.object({
  settings: kioskSettingsSchema,
  restart: z.boolean(),
});
export type KioskOrders = z.infer<typeof kioskOrdersSchema>;

/** The `settings` row from which a kiosk that is seen for the first time gets its settings. */
export const KIOSK_DEFAULTS_KEY = 'kiosk_defaults';

/** The admin's name for a kiosk on another machine; its other settings are the defaults. */
export const newKioskSchema = kioskSettingsSchema.pick({ name: true });

/** The code that lets a kiosk enrol; it is shown once. */
export const addedKioskSchema = z.object({
  id: idSchema,
  code: z.string(),
  /** For how long the code is good. */
  minutes: z.int(),
});

/** A kiosk elsewhere shows the admin's code, however it was typed, and names the token it will report with. */
export const kioskEnrolmentSchema = z.object({
  code: z
    .string()
    .max(40)
    .transform((typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')),
  token: z.string().regex(/^ksk_[\w-]{43}$/, 'The token is not one of a kiosk'),
});
