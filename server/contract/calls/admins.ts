import { z } from 'zod';
import { ADMIN_ROLE_NAMES } from '../words/admin-roles.ts';

const role = z.enum(ADMIN_ROLE_NAMES);
const email = z.string().trim().toLowerCase().max(190).pipe(z.email('This is no e-mail address'));
const name = z.string().trim().min(1, 'A name is needed').max(100);
const moment = z.string().nullable();

/** Somebody who comes in under her own name. */
export const adminPersonSchema = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  /** She has accepted, and chosen a password. */
  has_joined: z.boolean(),
  has_second_factor: z.boolean(),
  recovery_codes_left: z.number(),
  /** Until when her invitation holds; null where none is open. */
  invitation_expires_at: moment,
  last_sign_in_at: moment,
});
export type AdminPerson = z.infer<typeof adminPersonSchema>;

export const adminPeopleSchema = z.object({ people: z.array(adminPersonSchema) });
export const newAdminSchema = z.object({ email, name, role });
export const adminRoleSchema = z.object({ role });
/** Shown once: the server keeps a hash of it. */
export const adminInvitationSchema = z.object({
  link: z.string(),
  expires_at: z.string(),
  /** The address it went to as well; null where no mail server is set. */
  mailed_to: z.string().nullable(),
});
export type AdminInvitation = z.infer<typeof adminInvitationSchema>;

export const adminSignInSchema = z.object({
  email: z.string().max(320),
  password: z.string().max(1_000),
  /** Six digits of her app, or a recovery code; left out until she is asked. */
  code: z.string().trim().max(40).optional(),
});
export const invitationTokenSchema = z.object({ token: z.string().max(200) });
export const invitationSchema = z.object({ email: z.string(), name: z.string(), role });
export const acceptedInvitationSchema = z.object({
  token: z.string().max(200),
  password: z.string().max(1_000),
});

/** Whoever has the area open; without a person it was the password of the area. */
export const ownAdminSchema = z.object({ person: adminPersonSchema.nullable() });
export const secondFactorSchema = z.object({ secret: z.string(), uri: z.string() });
export const secondFactorCodeSchema = z.object({ code: z.string().trim().max(40) });
/** Shown once. */
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) });
