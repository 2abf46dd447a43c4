import { z } from 'zod';
import { kioskSettingsSchema } from '../device/desktop.ts';
import { idSchema, timestampSchema } from '../rows/columns.ts';
import { KIOSK_STATES, KIOSK_TROUBLES, MAX_KIOSK_TROUBLES } from '../rows/kiosks.ts';

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
  /** A picture of the screen is wished for; a server from before pictures never says so. */
  picture: z.boolean().default(false),
});
export type KioskOrders = z.infer<typeof kioskOrdersSchema>;

/** In base64; a screen of 1920 × 1080 takes a fifth of it. */
const MAX_PICTURE = 700_000;
/** A JPEG of its screen, and null where somebody is there: nobody is ever looked at. */
export const kioskPictureSchema = z.object({
  image: z
    .base64()
    .max(MAX_PICTURE, 'The picture is too large')
    .startsWith('/9j/', 'The picture is no JPEG')
    .nullable(),
});

/** How far a picture of the screen is that the admin has asked for. */
export const screenPictureSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.enum(['waiting', 'unanswered', 'in-use']), at: timestampSchema }),
  z.object({ state: z.literal('taken'), at: timestampSchema, image: z.base64() }),
]);
export type ScreenPicture = z.infer<typeof screenPictureSchema>;

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
