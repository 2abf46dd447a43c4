import { z } from 'zod';

/** Days shown in charts, including today. */
export const DASHBOARD_PERIODS = [7, 30, 90, 365] as const;

const count = z.int().nonnegative();
const day = z.iso.date();

const MAX_DAYS = 366;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Whether the range is in order and not too long. */
export const isDashboardRange = ({ from, to }: { from: string; to: string }) =>
  from !== '' && from <= to && Date.parse(to) - Date.parse(from) < MAX_DAYS * DAY_MS;

/** Either the last `days`, or the range from `from` to `to`. */
export const dashboardQuerySchema = z
  .object({
    days: z.coerce
      .number()
      .pipe(z.literal(DASHBOARD_PERIODS, `days is one of ${DASHBOARD_PERIODS.join(', ')}.`))
      .default(30),
    from: day.optional(),
    to: day.optional(),
  })
  .refine(
    ({ from, to }) => (from && to ? isDashboardRange({ from, to }) : from === to),
    `from and to are two days, at most ${MAX_DAYS - 1} apart.`,
  );

/** New in the period, and in the previous period of the same length. */
const change = { recent: count, before: count };

/** Answer of `GET /admin/v1/dashboard?days=30`: counts, never what one user heard. */
export const dashboardSchema = z.object({
  /** Days in UTC; `before` is the first day of the previous period. */
  period: z.object({ from: day, to: day, before: day }),
  people: z.object({ total: count, ...change }),
  tracks: z.object({ total: count, enabled: count, ...change }),
  favorites: z.object({ total: count, ...change }),
  /** Tickets without an answer. */
  openTickets: count,
  plays: z.object({
    total: count,
    ...change,
    /** Full durations of started tracks; actual listening time is not recorded. */
    secondsStarted: z.object(change),
    /** Every day of the period in UTC, oldest first. */
    byDay: z.array(z.object({ day, plays: count })),
    /**
     * Empty for a chosen range, like `byStage` and `byHour`: the difference of two ranges could reveal one person's
     * plays.
     */
    mostPlayed: z.array(z.object({ id: z.int(), title: z.string(), plays: count })),
    /**
     * Plays by stage, of tracks that still exist; oldest first. A span is a day (a month for periods over 30
     * days), or longer until every stage has at least five plays; empty if there are too few for one span.
     */
    byStage: z.array(
      z.object({ from: day, to: day, PREGNANCY: count, BIRTHING: count, POSTBIRTH: count }),
    ),
    /** First day of the month in which the period begins, because hours are counted by month. */
    hoursFrom: day,
    /** The 24 hours of the day in UTC; null for one to four plays. */
    byHour: z.array(z.object({ hour: z.int().min(0).max(23), plays: count.nullable() })),
  }),
  tickets: z.object({
    ...change,
    /** Every day of the period in UTC, oldest first; `waiting` is the unanswered part of `came`. */
    byDay: z.array(z.object({ day, came: count, waiting: count })),
  }),
  /** New since this admin's previous visit; null on the first visit. */
  since: z
    .object({
      at: z.iso.datetime(),
      people: count,
      tickets: count,
      favorites: count,
      deletions: count,
    })
    .nullable(),
  disk: z.object({
    freeBytes: count,
    totalBytes: count,
    /** Size of the database; PostgreSQL may keep it on another machine. */
    databaseBytes: count,
    /** Size of recordings and pictures, at most a minute old. */
    storageBytes: count,
  }),
  /** Since this process started; null without a mail server or with several workers. */
  mails: z.object({ waiting: count, failed: count }).nullable(),
  version: z.string(),
  /** Newest backup file or full backup. */
  lastBackupAt: z.iso.datetime().nullable(),
});
export type Dashboard = z.infer<typeof dashboardSchema>;
