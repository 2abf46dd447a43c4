import { z } from 'zod';
import { PLANS } from '#contract/constants/plans.ts';
import { timestampSchema } from '#contract/rows/columns.ts';

export const CENTRE_CODE_LIMITS = {
  centreName: 120,
  uses: 100_000,
  months: 60,
  days: 365,
} as const;

const integerFrom1To = (most: number, what: string) => {
  const error = `${what} must be a whole number from 1 to ${most}.`;
  return z.int({ error }).min(1, { error }).max(most, { error });
};

const planSchema = z.discriminatedUnion(
  'plan_type',
  [
    z.object({
      plan_type: z.literal('Lifetime'),
      plan_length: z.null({ error: 'A lifetime plan has no length.' }).default(null),
    }),
    z.object({
      plan_type: z.literal('Monthly'),
      plan_length: integerFrom1To(CENTRE_CODE_LIMITS.months, 'Months'),
    }),
    z.object({
      plan_type: z.literal('Trial'),
      plan_length: integerFrom1To(CENTRE_CODE_LIMITS.days, 'Days'),
    }),
  ],
  { error: `The plan is one of ${PLANS.join(', ')}.` },
);

const NAME_ERROR = `The name of the centre has 1 to ${CENTRE_CODE_LIMITS.centreName} characters.`;

/** Body of `POST /admin/v1/centre-codes`; the server generates the code. */
export const centreCodeInsertSchema = z
  .object({
    centre_name: z
      .string({ error: NAME_ERROR })
      .trim()
      .min(1, { error: NAME_ERROR })
      .max(CENTRE_CODE_LIMITS.centreName, { error: NAME_ERROR }),
    uses_allowed: integerFrom1To(CENTRE_CODE_LIMITS.uses, 'Uses'),
    /** '2027-06-30': redeemable until the end of that day in UTC. */
    last_day: z.iso.date({ error: 'The last day is a date such as 2027-06-30.' }),
  })
  .and(planSchema);
export type CentreCodeInsert = z.infer<typeof centreCodeInsertSchema>;

/** Body of `POST /subscription-codes/redeem`; requires a signed-in user. */
export const redeemSchema = z.object({
  code: z
    .string({ error: 'Type the code from your card.' })
    .max(40, { error: 'This is too long for a code.' }),
});

/** Answer: the user's new plan. */
export const redeemedSchema = z.object({
  centre_name: z.string(),
  plan_type: z.string(),
  end_date: timestampSchema.nullable(),
});
export type Redeemed = z.infer<typeof redeemedSchema>;
