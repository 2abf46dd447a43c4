import { z } from 'zod';
import { OWNER_NEED_NAMES } from '../constants/owner-needs.ts';
import type { LandingText } from '../constants/pages/brand.ts';
import type { SiteText } from '../constants/texts/site-texts.ts';
import { timestampSchema } from './columns.ts';
import { column, defineTable, type RowOf } from './define-table.ts';

/** Settings that anyone may read; all others are for admins. */
export const PUBLIC_SETTING_KEYS = ['brand', 'announcement'] as const;

export const settings = defineTable('settings', {
  area: 'settings',
  primaryKey: ['key'],
  updatedAtColumn: 'updated_at',
  isLogged: true,
  columns: {
    key: column.text({ max: 100 }),
    value: column.anyJson({ max: 100_000 }),
    updated_at: column.now(),
  },
});
export type Setting = RowOf<typeof settings>;

/** Feature switches that apply without a restart; each is a row with a boolean. */
export const SWITCHES = [
  'magic_link',
  'sign_up',
  'email_confirmation',
  'play_log',
  'premium_gate',
] as const;
export type SwitchName = (typeof SWITCHES)[number];
export type Switches = Readonly<Record<SwitchName, boolean>>;

const shortText = (what: string) =>
  z.string().trim().min(1, `${what} is empty`).max(200, `${what} is longer than 200 characters`);
const address = z.email('An email address looks like name@example.org').max(255);
const link = z.url({
  protocol: /^https$/,
  error: 'A link starts with https://, as in https://example.org/us',
});

/** A sentence of the landing page: plain text on one line; the page wraps it. */
const sentence = (what: string, max: number) =>
  z
    .string()
    .trim()
    .min(1, `${what} is empty`)
    .max(max, `${what} is longer than ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, `${what} has a character that cannot be shown, or a line break`)
    .optional();

/** Lengths that fit on the smallest phone. */
const landingSchema = z.strictObject({
  heroTitle: sentence('The headline', 50),
  heroText: sentence('The sentence', 160),
  verse: sentence('The verse', 140),
  verseSource: sentence('The reference of the verse', 80),
  featuresTitle: sentence('The heading', 80),
  featuresText: sentence('The sentence', 160),
  faithTitle: sentence('The heading', 80),
  faithText: sentence('The paragraph', 400),
  creatorStory: sentence('The story', 400),
  creatorName: sentence('The line', 120),
} satisfies Record<LandingText, z.ZodType>);

/** The owner's changes of the brand; omitted members keep their built-in value. */
const brandOverrideSchema = z.strictObject({
  name: shortText('The name').max(60, 'The name is longer than 60 characters').optional(),
  tagline: shortText('The tagline').optional(),
  company: shortText('The company').optional(),
  email: address.optional(),
  advertisingEmail: address.optional(),
  phone: z
    .string()
    .regex(
      /^\+?[\d ()/-]{5,30}$/,
      'A telephone number has 5 to 30 digits or spaces, and perhaps a + in front',
    )
    .optional(),
  address: z
    .array(shortText('A line of the postal address'))
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
        .positive('The price has to be more than 0')
        .multipleOf(0.01, 'The price has more than two decimals')
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

/** An announcement to everyone; without times it starts now and has no end. */
export const announcementSchema = z
  .strictObject({
    text: shortText('The announcement'),
    from: timestampSchema.optional(),
    until: timestampSchema.optional(),
  })
  .refine(({ from, until }) => !from || !until || Date.parse(from) < Date.parse(until), {
    error: 'The announcement ends before it begins',
    path: ['until'],
  });
export type Announcement = z.infer<typeof announcementSchema>;

/** Canned answers to tickets; limited to fit into one settings row. */
export const cannedAnswersSchema = z
  .array(
    z.strictObject({
      title: shortText('The name').max(100, 'The name is longer than 100 characters'),
      text: z
        .string()
        .trim()
        .min(1, 'There is nothing written yet')
        .max(2000, 'A canned answer has at most 2,000 characters'),
    }),
  )
  .max(40, 'There are 40 canned answers; delete one first');
export type CannedAnswer = z.infer<typeof cannedAnswersSchema>[number];

/** A text of a page or mail; an empty one is removed from it. */
const ownerText = (max: number, allowed: RegExp) =>
  z
    .string()
    .max(max, `The text is longer than ${max.toLocaleString('en-GB')} characters`)
    .regex(allowed, 'The text has a character that cannot be shown, or a line break');
/** Text before the first title would not be shown. */
const sections = (max: number) =>
  ownerText(max, /^[^\p{Cs}\0]*$/u).regex(
    /^\s*(## +\S|$)/,
    'The first line is a title with ## in front, as in "## Who we are"',
  );
const TEXT_SCHEMAS = {
  line: ownerText(500, /^[^\p{Cc}\p{Cs}]*$/u),
  list: sections(20_000),
  page: sections(60_000),
  mail: ownerText(20_000, /^[^\p{Cs}\0]*$/u),
};

/** Schema of the owner's version of a text. */
export const textSchema = ({ kind, findFault }: SiteText) =>
  TEXT_SCHEMAS[kind].superRefine((text, context) => {
    const message = findFault?.(text);
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });

/** Mails to the owner: the address, and what is switched off. */
export const ownerMailsSchema = z.strictObject({
  to: address.optional(),
  off: z.array(z.enum(OWNER_NEED_NAMES)).optional(),
});
export type OwnerMails = z.infer<typeof ownerMailsSchema>;

/** Schema of each setting. Other keys cannot be written through the tables. */
export const SETTING_VALUES = {
  brand: brandOverrideSchema,
  announcement: announcementSchema,
  canned_answers: cannedAnswersSchema,
  owner_mails: ownerMailsSchema,
  magic_link: z.boolean(),
  sign_up: z.boolean(),
  email_confirmation: z.boolean(),
  play_log: z.boolean(),
  premium_gate: z.boolean(),
} as const satisfies Record<
  SwitchName | (typeof PUBLIC_SETTING_KEYS)[number] | 'canned_answers' | 'owner_mails',
  z.ZodType
>;
