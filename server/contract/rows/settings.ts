import { z } from 'zod';
import type { LandingWord } from '../words/brand.ts';
import { timestampSchema } from './columns.ts';

/** Settings everybody may read; every other key is the admin's. */
export const PUBLIC_SETTING_KEYS = ['brand', 'announcement'] as const;

export const settingSchema = z.object({
  key: z.string(),
  value: z.json(),
  updated_at: timestampSchema,
});
export type Setting = z.infer<typeof settingSchema>;
export const settingInsertSchema = settingSchema.omit({ updated_at: true });

/** What the owner turns on and off while the server runs; each is a row of its own with a boolean. */
export const SWITCHES = [
  'magic_link',
  'sign_up',
  'email_confirmation',
  'play_log',
  'premium_gate',
] as const;
export type SwitchName = (typeof SWITCHES)[number];
export type Switches = Readonly<Record<SwitchName, boolean>>;

const text = (what: string) =>
  z.string().trim().min(1, `${what} is empty`).max(200, `${what} is longer than 200 characters`);
const address = z.email('An e-mail address looks like name@example.org').max(255);
const link = z.url({
  protocol: /^https$/,
  error: 'A link starts with https://, as in https://example.org/us',
});

/** A sentence of the landing page: plain text on one line, which the page breaks where it has to. */
const sentence = (what: string, most: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is empty`)
    .max(most, `${what} is longer than ${most} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `${what} has a character that cannot be shown, or a line break`)
    .optional();

/** Lengths that the page has room for, on the smallest phone too. */
const landingSchema = z.strictObject({
  heroTitle: sentence('The headline', 50),
  heroText: sentence('The sentence', 160),
  verse: sentence('The verse', 140),
  verseSource: sentence('The place of the verse', 80),
  featuresTitle: sentence('The heading', 80),
  featuresText: sentence('The sentence', 160),
  faithTitle: sentence('The heading', 80),
  faithText: sentence('The paragraph', 400),
  creatorStory: sentence('The story', 400),
  creatorName: sentence('The line', 120),
} satisfies Record<LandingWord, z.ZodType>);

/** What the owner changes of the brand; a member that is left out keeps its built-in value. */
const brandOverrideSchema = z.strictObject({
  name: text('The name').max(60, 'The name is longer than 60 characters').optional(),
  tagline: text('The tagline').optional(),
  company: text('The company').optional(),
  email: address.optional(),
  advertisingEmail: address.optional(),
  phone: z
    .string()
    .regex(/^\+?[\d ()/-]{5,30}$/, 'A telephone number has digits, spaces and perhaps a + in front')
    .optional(),
  address: z
    .array(text('A line of the postal address'))
    .min(1, 'The postal address is empty')
    .max(8, 'The postal address has more than 8 lines')
    .optional(),
  social: z
    .strictObject({
      tiktok: link.optional(),
      instagram: link.optional(),
      facebook: link.optional(),
      youtube: link.optional(),
      threads: link.optional(),
    })
    .optional(),
  stores: z.strictObject({ googlePlay: link.optional(), appStore: link.optional() }).optional(),
  price: z
    .strictObject({
      oneTime: z
        .number('The price is a number')
        .min(0, 'The price is below 0')
        .max(10_000, 'The price is above 10,000')
        .optional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, 'A currency is three capital letters, such as GBP')
        .optional(),
    })
    .optional(),
  trialDays: z
    .int('The days of the trial are a whole number')
    .min(0, 'The days of the trial are below 0')
    .max(365, 'The days of the trial are more than 365')
    .optional(),
  landing: landingSchema.optional(),
});

/** A sentence to everybody; without its times from now on, and until it is taken down. */
export const announcementSchema = z
  .strictObject({
    text: text('The announcement'),
    from: timestampSchema.optional(),
    until: timestampSchema.optional(),
  })
  .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
    error: 'The announcement ends before it begins',
    path: ['until'],
  });
export type Announcement = z.infer<typeof announcementSchema>;

/** Answers to tickets that are given again and again; few and short enough for the row of a setting. */
export const cannedAnswersSchema = z
  .array(
    z.strictObject({
      title: text('The name').max(100, 'The name is longer than 100 characters'),
      text: z
        .string()
        .trim()
        .min(1, 'There is nothing written yet')
        .max(2000, 'A canned answer has at most 2,000 characters'),
    }),
  )
  .max(40, 'There are 40 canned answers; delete one first');
export type CannedAnswer = z.infer<typeof cannedAnswersSchema>[number];

/** What each setting may hold. A key that is not here cannot be written through the tables. */
export const SETTING_VALUES = {
  brand: brandOverrideSchema,
  announcement: announcementSchema,
  canned_answers: cannedAnswersSchema,
  magic_link: z.boolean(),
  sign_up: z.boolean(),
  email_confirmation: z.boolean(),
  play_log: z.boolean(),
  premium_gate: z.boolean(),
} as const satisfies Record<
  SwitchName | (typeof PUBLIC_SETTING_KEYS)[number] | 'canned_answers',
  z.ZodType
>;
