import { z } from 'zod';
import { SWITCHES } from '#contract/rows/settings.ts';

const switchStateSchema = z.object({
  name: z.enum(SWITCHES),
  isOn: z.boolean(),
  /** Value if the settings have no row for it. */
  byDefault: z.boolean(),
  /** The environment variable that overrides the owner's row; null if unset. */
  setBy: z.string().nullable(),
});
export type SwitchState = z.infer<typeof switchStateSchema>;

/** Answer of `GET /admin/v1/switches`. */
export const switchesResponseSchema = z.object({
  switches: z.array(switchStateSchema),
  /** Whether mails are sent; without a mail server they are files in the outbox. */
  canMail: z.boolean(),
});
export type SwitchesResponse = z.infer<typeof switchesResponseSchema>;
