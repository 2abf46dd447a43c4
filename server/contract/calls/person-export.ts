import { z } from 'zod';
import { jsonObjectSchema, userIdSchema } from '../rows/columns.ts';
import { deletionRequests } from '../rows/deletion-requests.ts';
import { rowSchema } from '../rows/row-schema.ts';
import { ticketMessageSchema } from './ticket-thread.ts';

const time = z.iso.datetime();
const maybeTime = time.nullable();
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
  profile: z
    .object({
      username: z.string().nullable(),
      avatar_url: z.string().nullable(),
      preferences: jsonObjectSchema,
      created_at: time,
      updated_at: time,
    })
    .nullable(),
  favorites: z.array(track.extend({ created_at: time })),
  plays: z.array(track.extend({ created_at: time })),
  /** Resume positions. */
  positions: z.array(
    track.extend({ position_seconds: z.number(), is_playing: z.boolean(), updated_at: time }),
  ),
  subscription: z
    .object({
      plan_type: z.string(),
      status: z.string(),
      start_date: time,
      end_date: maybeTime,
      created_at: time,
      updated_at: time,
    })
    .nullable(),
  /** Redeemed codes of birth centres. */
  codes: z.array(z.object({ centre_name: z.string(), redeemed_at: time })),
  tickets: z.array(
    z.object({
      subject: z.string(),
      message: z.string(),
      status: z.string(),
      answer: z.string().nullable(),
      answered_at: maybeTime,
      created_at: time,
      updated_at: time,
      /** Replies after the first message. */
      messages: z.array(ticketMessageSchema.omit({ id: true })),
    }),
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
  consents: z.array(
    z.object({
      kind: z.string(),
      text_version: z.string(),
      granted: z.boolean(),
      created_at: time,
      withdrawn_at: maybeTime,
    }),
  ),
  newsletter: z
    .object({
      status: z.string(),
      source: z.string().nullable(),
      text_version: z.string().nullable(),
      created_at: time,
      confirmed_at: maybeTime,
      unsubscribed_at: maybeTime,
    })
    .nullable(),
  deletion_requests: z.array(
    rowSchema(deletionRequests)
      .pick({ reason: true, feedback: true, data_download: true, status: true, refusal: true })
      .extend({
        created_at: time,
        confirmed_at: maybeTime,
        approved_at: maybeTime,
        due_at: maybeTime,
        refused_at: maybeTime,
      }),
  ),
});
export type PersonExport = z.infer<typeof personExportSchema>;
