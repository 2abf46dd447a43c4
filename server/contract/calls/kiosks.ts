import { z } from 'zod';
import { kioskSettingsSchema } from '../device/desktop.ts';
import { idSchema } from '../rows/columns.ts';
import { KIOSK_STATES, KIOSK_TROUBLES, MAX_KIOSK_TROUBLES } from '../rows/kiosks.ts';

const secondsAgo = z.int().min(0).max(100_000_000);

/** Report of a kiosk's shell. Durations instead of times, because the two clocks may differ. */
export const kioskReportSchema = z.object({
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  uptimeSeconds: secondsAgo,
  state: z.enum(KIOSK_STATES),
  /** Seconds since the last touch or key; null if none yet. */
  inputSecondsAgo: secondsAgo.nullable(),
  soundSecondsAgo: secondsAgo.nullable(),
  /** Seconds until a requested restart, if the kiosk stays idle. */
  restartInSeconds: secondsAgo.nullable(),
  troubles: z.array(z.object({ kind: z.enum(KIOSK_TROUBLES), secondsAgo })).max(MAX_KIOSK_TROUBLES),
  /** Settings changed at the kiosk by staff; null: use the server's. */
  settings: kioskSettingsSchema.nullable(),
});
export type KioskReport = z.infer<typeof kioskReportSchema>;

/** Answer to a report: the settings to apply, and whether to restart. */
export const kioskCommandsSchema = z.object({
  settings: kioskSettingsSchema,
  restart: z.boolean(),
});
export type KioskCommands = z.infer<typeof kioskCommandsSchema>;

/** Name of a kiosk on another machine; its other settings are the defaults. */
export const newKioskSchema = kioskSettingsSchema.pick({ name: true });

/** The enrolment code of a kiosk, shown once. */
export const addedKioskSchema = z.object({
  id: idSchema,
  code: z.string(),
  /** Lifetime of the code. */
  minutes: z.int(),
});

/** Enrolment of a remote kiosk: the admin's code as typed, and the token for its reports. */
export const kioskEnrolmentSchema = z.object({
  code: z
    .string()
    .max(40)
    .transform((typed) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')),
  token: z.string().regex(/^ksk_[\w-]{43}$/, 'This is not a kiosk’s token'),
});
