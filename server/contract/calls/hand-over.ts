import { z } from 'zod';
import { HAND_OVER, parseHandOverCode } from '../constants/hand-over-address.ts';
import { authSessionSchema } from './auth.ts';

const codeSchema = z.string().transform((text, issues) => {
  const code = parseHandOverCode(text);
  if (code !== undefined) return code;
  issues.addIssue({
    code: 'custom',
    message: `a code has ${HAND_OVER.codeLength} letters and numbers`,
  });
  return z.NEVER;
});

export const handOverRequestSchema = z.object({ to: z.enum(['phone', 'screen']) });
/** From the phone: the scanned or typed code. */
export const handOverCodeSchema = z.object({ code: codeSchema });
/** From the screen: the secret of its code. */
export const handOverSecretSchema = z.object({ secret: z.string().length(43) });

/** Answer to a screen: `code` to show, `secret` to keep in memory; `expires_in` in seconds. */
export const handOverSchema = z.object({
  code: z.string(),
  secret: z.string(),
  expires_in: z.int(),
});
export type HandOver = z.infer<typeof handOverSchema>;

/** State of a code; the session is sent once, to the screen that was approved. */
export const handOverStatusSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  /** The phone has redeemed it. */
  z.object({ state: z.literal('taken') }),
  z.object({ state: z.literal('let-in'), session: authSessionSchema }),
  /** Expired, or the approving session has ended. */
  z.object({ state: z.literal('over') }),
]);
export type HandOverStatus = z.infer<typeof handOverStatusSchema>;
