import { z } from 'zod';

/** What sign-in accepts and promises; the browser never checks a password's form, the server does. */
export const AUTH_LIMITS = {
  /** In UTF-8 bytes. */
  passwordMaxBytes: 72,
  emailMaxLength: 255,
  /** All of `user_metadata` as JSON: it travels in every access token, and proxies take headers of 8 KiB. */
  userMetadataBytes: 4 * 1024,
  accessTokenLifeS: 3600,
  adminTokenLifeS: 20 * 60,
  codeLength: 6,
} as const;

// The official client sends null for what is not set, and a missing text counts as an empty one.
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
export const recoverSchema = z.object({ ...pkce, email: text });
export const resendSchema = z.object({ ...person, ...pkce, type: text });
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
  /** Instead of a password: of one that another program knew. */
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
export const adminLoginSchema = z.object({ password: z.string() });
export const adminPasswordSchema = z.object({
  current_password: z.string(),
  password: z.string().min(10),
});

export type SignUpInput = z.output<typeof signUpSchema>;
export type OtpInput = z.output<typeof otpSchema>;
export type VerifyInput = z.output<typeof verifySchema>;
export type UserUpdateInput = z.output<typeof userUpdateSchema>;
export type AdminUserInput = z.output<typeof adminUserSchema>;
export type GenerateLinkInput = z.output<typeof generateLinkSchema>;

/** What a successful sign-in of the admin answers; kept in memory by the page, never stored. */
export const adminTokenSchema = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number(),
  expires_at: z.number(),
});
export type AdminToken = z.infer<typeof adminTokenSchema>;

/** One entry of the person's `identities`; there is one, for the address. */
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
/** Beyond GoTrue's own `page` and `per_page`: a part of the address, or some ids with commas between. */
export const peopleQuestionSchema = z.object({
  page: z.coerce.number().optional(),
  per_page: z.coerce.number().optional(),
  filter: z.string().optional(),
  ids: z.string().optional(),
});
export const peoplePageSchema = z.object({
  users: z.array(authUserSchema),
  aud: z.string(),
  /** Of all pages; GoTrue says it in a header, which a parsed answer has no longer. */
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
