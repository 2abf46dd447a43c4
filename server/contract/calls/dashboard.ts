import { z } from 'zod';
import { inboxStateSchema } from './inbox.ts';
import { wholeConcernSchema } from './whole-backups.ts';

/** Days that the charts look back, today among them. */
export const DASHBOARD_PERIODS = [7, 30, 90, 365] as const;

/** How far back the charts look. */
export const dashboardQuestionSchema = z.object({
  days: z.coerce
    .number()
    .pipe(z.literal(DASHBOARD_PERIODS, `days is one of ${DASHBOARD_PERIODS.join(', ')}.`))
    .default(30),
});

const count = z.int().nonnegative();
const day = z.iso.date();

/** What `GET /admin/v1/dashboard?days=30` answers: counts, never what one person heard. */
export const dashboardSchema = z.object({
  people: z.object({ total: count, recent: count }),
  tracks: z.object({ total: count, enabled: count }),
  favorites: count,
  /** Tickets nobody has answered. */
  openTickets: count,
  plays: z.object({
    total: count,
    recent: count,
    /** Whole lengths of what was started: how far each was heard is not recorded. */
    recentSecondsStarted: count,
    /** Every day of the period, oldest first, in UTC. */
    byDay: z.array(z.object({ day, plays: count })),
    mostPlayed: z.array(z.object({ id: z.int(), title: z.string(), plays: count })),
    /**
     * By the stage of what was played, of tracks that are still there; oldest first. A span is a day (a month, of more than 30 days)
     * or as many as it takes until no stage has fewer than five plays; empty where there are too few for one.
     */
    byStage: z.array(
      z.object({ from: day, to: day, PREGNANCY: count, BIRTHING: count, POSTBIRTH: count }),
    ),
    /** Hours are counted by the month: from the first of the one in which the period begins. */
    hoursFrom: day,
    /** The 24 hours of the day, in UTC. Null where there were some plays, and fewer than five. */
    byHour: z.array(z.object({ hour: z.int().min(0).max(23), plays: count.nullable() })),
  }),
  tickets: z.object({
    /** Every day of the period, oldest first, in UTC; `waiting` are those of `came` nobody has answered. */
    byDay: z.array(z.object({ day, came: count, waiting: count })),
  }),
  /** What came since she last came in, before this visit; null at her first one. */
  since: z
    .object({
      at: z.iso.datetime(),
      people: count,
      tickets: count,
      favorites: count,
      deletions: count,
    })
    .nullable(),
  deletions: z.object({
    /** Confirmed or not, nobody has decided yet. */
    waiting: count,
    /** 28 days after the oldest of them came. */
    decideBy: day.nullable(),
    /** Approved and not erased yet. */
    approved: count,
    eraseBy: day.nullable(),
  }),
  disk: z.object({
    freeBytes: count,
    totalBytes: count,
    /** Of the database; on another machine's disk where it is PostgreSQL. */
    databaseBytes: count,
    /** Of recordings and pictures, as of a minute ago at the most. */
    storageBytes: count,
  }),
  /** Of this process since its start; null without a mail server, and where several workers send. */
  mails: z.object({ waiting: count, failed: count }).nullable(),
  /** Replies by mail, of whichever machine reads them; null where none are received. */
  inbox: inboxStateSchema.nullable(),
  version: z.string(),
  /** Of the newest copy in the folder of backups, or of the newest whole backup. */
  lastBackupAt: z.iso.datetime().nullable(),
  /** There is none, or it is older than a week. False with PostgreSQL, and where whole backups are wanted. */
  isBackupDue: z.boolean(),
  /** Null where no whole backups are wanted. `checkedAt`: when one was last tried out. */
  wholeBackups: z
    .object({
      concern: wholeConcernSchema.nullable(),
      madeAt: z.iso.datetime().nullable(),
      checkedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
