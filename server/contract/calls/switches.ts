import { z } from 'zod';
import { SWITCHES } from '../rows/settings.ts';

/** One line of `GET /admin/v1/switches`. */
const switchStateSchema = z.object({
  name: z.enum(SWITCHES),
  /** What counts now. */
  isOn: z.boolean(),
  /** What counts without a row in the settings. */
  byDefault: z.boolean(),
  /** The variable of the environment that decides, when it was set; the owner's row then has no effect. */
  setBy: z.string().nullable(),
});
export type SwitchState = z.infer<typeof switchStateSchema>;

/** What `GET /admin/v1/switches` answers. */
export const switchesAnswerSchema = z.object({
  switches: z.array(switchStateSchema),
  /** Whether mails go out; without a mail server they are files in the outbox. */
  canMail: z.boolean(),
});
export type SwitchesAnswer = z.infer<typeof switchesAnswerSchema>;
