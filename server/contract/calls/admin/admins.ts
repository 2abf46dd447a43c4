import { z } from 'zod';
import { ADMIN_ROLE_NAMES } from '#contract/constants/admin-roles.ts';
import { adminTokenSchema, keepSchema } from '../auth.ts';
import { ownSessionSchema } from '../own-sessions.ts';

const role = z.enum(ADMIN_ROLE_NAMES);
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(190)
  .pipe(z.email('This is not an email address'));
const name = z.string().trim().min(1, 'A name is needed').max(100);
const nullableTime = z.string().nullable();

/** An admin with a personal account. */
export const adminPersonSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  /** Accepted the invitation and chose a password. */
  has_joined: z.boolean(),
  has_second_factor: z.boolean(),
  recovery_codes_left: z.number(),
  /** Expiry of the open invitation; null if there is none. */
  invitation_expires_at: nullableTime,
  last_sign_in_at: nullableTime,
});
export type AdminPerson = z.infer<typeof adminPersonSchema>;

export const adminPeopleSchema = z.object({ people: z.array(adminPersonSchema) });
export const newAdminSchema = z.object({ email, name, role });
export const adminRoleSchema = z.object({ role });
/** Shown once: the server keeps only its hash. */
export const adminInvitationSchema = z.object({
  link: z.string(),
  expires_at: z.string(),
  /** Address the invitation was mailed to; null without a mail server. */
  mailed_to: z.string().nullable(),
});
export type AdminInvitation = z.infer<typeof adminInvitationSchema>;

export const adminSignInSchema = keepSchema.extend({
  email: z.string().max(320),
  password: z.string().max(1_000),
  /** A six-digit TOTP code or a recovery code; left out until the server asks for it. */
  code: z.string().trim().max(40).optional(),
});
export const invitationTokenSchema = z.object({ token: z.string().max(200) });
export const invitationSchema = z.object({ email: z.string(), name: z.string(), role });
export const acceptedInvitationSchema = z.object({
  token: z.string().max(200),
  password: z.string().max(1_000),
});

/** The signed-in admin; null for a sign-in with the shared password. */
export const ownAdminSchema = z.object({ person: adminPersonSchema.nullable() });
export const secondFactorSchema = z.object({ secret: z.string(), uri: z.string() });
export const confirmFactorSchema = keepSchema.extend({ code: z.string().trim().max(40) });
const adminSessionSchema = ownSessionSchema.extend({ expires_at: z.string() });
export type AdminSession = z.infer<typeof adminSessionSchema>;
/** Machines on which the admin stays signed in, the last used first. */
export const adminSessionsSchema = z.object({ sessions: z.array(adminSessionSchema) });
/** Includes a new access token, because the token from before the second factor is invalid. */
export const confirmedFactorSchema = z.object({
  /** Recovery codes, shown once. */
  codes: z.array(z.string()),
  token: adminTokenSchema,
});
