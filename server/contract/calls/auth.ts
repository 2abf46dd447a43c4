import { z } from 'zod';
import { PLANS, type Plan } from '../constants/plans.ts';

/** Limits of sign-in. Only the server checks a password's form. */
export const AUTH_LIMITS = {
  passwordMaxBytes: 72,
  /** `user_metadata` as JSON: it is part of every access token, and proxies limit headers to 8 KiB. */
  userMetadataBytes: 4 * 1024,
  accessTokenLifeS: 3600,
  adminTokenLifeS: 20 * 60,
  codeLength: 6,
} as const;

// The official client sends null for unset values; an empty string counts as unset.
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const optionalText = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);
const json = z.record(z.string(), z.unknown());
const optionalJson = json.nullish().transform((value) => value ?? undefined);
const optionalFlag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined);

const pkce = { code_challenge: text, code_challenge_method: text };
const person = { email: text, phone: text };

export const signUpSchema = z.object({ ...person, ...pkce, password: text, data: optionalJson });
export const passwordGrantSchema = z.object({ ...person, password: text });
export const refreshGrantSchema = z.object({ refresh_token: text });
export const idTokenGrantSchema = z.object({ provider: text });
export const pkceGrantSchema = z.object({ auth_code: text, code_verifier: text });
export const otpSchema = z.object({
  ...person,
  ...pkce,
  data: optionalJson,
  create_user: optionalFlag,
});
export const magicLinkSchema = z.object({ ...pkce, email: text, data: optionalJson });
export const recoverSchema = z.object({ ...pkce, email: text });
export const resendSchema = z.object({ ...person, ...pkce, type: text });
export const factorSchema = z.object({ factor_type: text });
export const verifySchema = z.object({ ...person, type: text, token: text, token_hash: text });
export const userUpdateSchema = z.object({
  ...pkce,
  email: text,
  phone: text,
  password: optionalText,
  data: optionalJson,
  app_metadata: optionalJson,
  nonce: text,
  current_password: optionalText,
});
export const adminUserSchema = z.object({
  ...person,
  id: text,
  role: text,
  password: optionalText,
  /** Instead of a password: a hash imported from another program. */
  password_hash: text,
  email_confirm: optionalFlag,
  user_metadata: optionalJson,
  app_metadata: optionalJson,
  ban_duration: text,
});
export const generateLinkSchema = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: optionalJson,
});
export const inviteSchema = z.object({ email: text, data: optionalJson });
export const adminUserDeleteSchema = z.object({ should_soft_delete: optionalFlag });
/** Whether this machine stays signed in, for 30 days. */
export const keepSchema = z.object({ keep: z.boolean().optional() });
export const ADMIN_SESSION_LIFE_S = 30 * 24 * 60 * 60;
export const adminLoginSchema = keepSchema.extend({ password: z.string() });
export const adminPasswordSchema = z.object({
  current_password: z.string(),
  password: z.string().min(10),
  /** Second factor of an admin who has one. */
  code: z.string().trim().max(40).optional(),
});

export type SignUpInput = z.output<typeof signUpSchema>;
export type OtpInput = z.output<typeof otpSchema>;
export type VerifyInput = z.output<typeof verifySchema>;
export type UserUpdateInput = z.output<typeof userUpdateSchema>;
export type AdminUserInput = z.output<typeof adminUserSchema>;
export type GenerateLinkInput = z.output<typeof generateLinkSchema>;

/** Answer to an admin's sign-in; pages keep it in memory only. */
export const adminTokenSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
});
/** Null unless this machine is signed in. */
export const resumedAdminSchema = z.object({ token: adminTokenSchema.nullable() });
export type AdminToken = z.infer<typeof adminTokenSchema>;

/** One entry of a user's `identities`; the only one is the email address. */
const authIdentitySchema = z.object({
  identity_id: z.string(),
  id: z.string(),
  user_id: z.string(),
  identity_data: json,
  provider: z.literal('email'),
  last_sign_in_at: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
  email: z.string(),
});

export const authUserSchema = z.object({
  id: z.string(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  phone: z.string(),
  email_confirmed_at: z.string().optional(),
  invited_at: z.string().optional(),
  confirmation_sent_at: z.string().optional(),
  confirmed_at: z.string().optional(),
  recovery_sent_at: z.string().optional(),
  new_email: z.string().optional(),
  email_change_sent_at: z.string().optional(),
  reauthentication_sent_at: z.string().optional(),
  last_sign_in_at: z.string().optional(),
  banned_until: z.string().optional(),
  app_metadata: json,
  user_metadata: json,
  identities: z.array(authIdentitySchema),
  created_at: z.string(),
  updated_at: z.string(),
  is_anonymous: z.boolean(),
});
/** `page` and `per_page` are GoTrue's; `ids` are separated by commas. */
export const peopleQuerySchema = z.object({
  page: z.coerce.number().optional(),
  per_page: z.coerce.number().optional(),
  filter: z.string().optional(),
  ids: z.string().optional(),
  search: z.string().optional(),
  state: z.string().optional(),
  /** The plan in force, or `free`. */
  plan: z.string().optional(),
  /** A column; a leading `-` sorts descending. */
  sort: z.string().optional(),
});
const PEOPLE_STATES = ['confirmed', 'unconfirmed', 'banned'] as const;
export type PeopleState = (typeof PEOPLE_STATES)[number];
const PEOPLE_ORDERS = ['created_at', 'email', 'last_sign_in_at', 'name', 'plan'] as const;
export interface PeopleSort {
  readonly by: (typeof PEOPLE_ORDERS)[number];
  readonly isDescending: boolean;
}
export const readPeopleState = (text: string | null): PeopleState | undefined =>
  PEOPLE_STATES.find((state) => state === text);
export type PeoplePlan = Plan | 'free';
export const readPeoplePlan = (text: string | null): PeoplePlan | undefined =>
  (['free', ...PLANS] as const).find((plan) => plan === text);
/** Defaults to newest first. */
export function readPeopleSort(text: string | null): PeopleSort {
  const isDescending = text?.startsWith('-') ?? true;
  const by = PEOPLE_ORDERS.find((order) => order === text?.replace(/^-/, ''));
  return by ? { by, isDescending } : { by: 'created_at', isDescending: true };
}
export const peoplePageSchema = z.object({
  users: z.array(authUserSchema),
  aud: z.string(),
  /** Total of all pages. GoTrue sends it only in a header. */
  total: z.int(),
});

export type AuthUser = z.infer<typeof authUserSchema>;

export const authSessionSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
  refresh_token: z.string(),
  user: authUserSchema,
  weak_password: z.object({ message: z.string(), reasons: z.array(z.string()) }).optional(),
});
export type AuthSession = z.infer<typeof authSessionSchema>;
