import { z } from 'zod';
import { jsonObjectSchema, userIdSchema } from '../rows/columns.ts';
import { consents } from '../rows/consents.ts';
import { deletionRequests } from '../rows/deletion-requests.ts';
import { newsletterSubscribers } from '../rows/newsletter-subscribers.ts';
import { profiles } from '../rows/profiles.ts';
import { rowSchema } from '../rows/row-schema.ts';
import { subscriptions } from '../rows/subscriptions.ts';
import { supportTickets } from '../rows/support-tickets.ts';
import { ticketMessageSchema } from './ticket-thread.ts';

const time = z.iso.datetime();
const maybeTime = time.nullable();
/** Left out of the user's own rows. */
const KEYS = { id: true, user_id: true } as const;
/** Tracks carry their title, so that the file can be read without the catalogue. */
const track = z.object({ content_id: z.int(), title: z.string() });

export const EXPORT_FORMATS = ['json', 'html'] as const;
/** `json` is for programs, `html` for reading. */
export const exportQuerySchema = z.object({
  format: z.enum(EXPORT_FORMATS, `format is ${EXPORT_FORMATS.join(' or ')}.`).default('json'),
});

export const PERSON_EXPORT_VERSION = 1;

/**
 * All data about one user in one file. Members are added, never renamed; an incompatible change gets a new
 * `version`. Secrets (passwords, hashes of links) are excluded.
 */
export const personExportSchema = z.object({
  version: z.literal(PERSON_EXPORT_VERSION),
  exported_at: time,
  email: z.string(),
  /** Null if the address is only on a list or in a request. */
  account: z
    .object({
      id: userIdSchema,
      /** New address, not confirmed yet. */
      email_change: z.string().nullable(),
      created_at: time,
      updated_at: time,
      email_confirmed_at: maybeTime,
      confirmation_sent_at: maybeTime,
      recovery_sent_at: maybeTime,
      email_change_sent_at: maybeTime,
      reauthentication_sent_at: maybeTime,
      invited_at: maybeTime,
      last_sign_in_at: maybeTime,
      banned_until: maybeTime,
      user_metadata: jsonObjectSchema,
      app_metadata: jsonObjectSchema,
      /** Metadata from sign-up. */
      identity_data: jsonObjectSchema,
    })
    .nullable(),
  /** Signed-in devices. */
  sessions: z.array(
    z.object({
      device: z.string().nullable(),
      created_at: time,
      updated_at: time,
      refreshed_at: maybeTime,
      expires_at: time,
    }),
  ),
  profile: rowSchema(profiles).omit({ id: true }).nullable(),
  /** Uploaded pictures, without the files. */
  pictures: z.array(
    z.object({
      address: z.url(),
      path: z.string(),
      content_type: z.string(),
      bytes: z.int(),
      /** Metadata that was uploaded with the picture. */
      metadata: jsonObjectSchema.nullable(),
      created_at: time,
      updated_at: time,
    }),
  ),
  favorites: z.array(track.extend({ created_at: time })),
  plays: z.array(track.extend({ created_at: time })),
  /** Resume positions. */
  positions: z.array(
    track.extend({ position_seconds: z.number(), is_playing: z.boolean(), updated_at: time }),
  ),
  subscription: rowSchema(subscriptions).omit(KEYS).nullable(),
  /** Redeemed codes of birth centres. */
  codes: z.array(z.object({ centre_name: z.string(), redeemed_at: time })),
  tickets: z.array(
    rowSchema(supportTickets)
      .omit(KEYS)
      /** Replies after the first message. */
      .extend({ messages: z.array(ticketMessageSchema.omit({ id: true })) }),
  ),
  /** Notifications to the user, and those to everyone that the user has read. */
  notifications: z.array(
    z.object({
      title: z.string(),
      body: z.string(),
      publish_at: time,
      read_at: maybeTime,
      to_everybody: z.boolean(),
    }),
  ),
  consents: z.array(rowSchema(consents).omit(KEYS)),
  newsletter: rowSchema(newsletterSubscribers).omit({ id: true, email: true }).nullable(),
  deletion_requests: z.array(
    rowSchema(deletionRequests).omit({ ...KEYS, email: true, erased_at: true }),
  ),
});
export type PersonExport = z.infer<typeof personExportSchema>;
