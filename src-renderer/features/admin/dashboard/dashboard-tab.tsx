import { keepPreviousData } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  DASHBOARD_PERIODS,
  type Dashboard,
  isDashboardRange,
} from '#contract/calls/admin/dashboard.ts';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { AdminHead } from '../admin-head.tsx';
import { usePermissions } from '../admin-permissions.ts';
import { Fact } from '../shared/fact.tsx';
import { formatBytes, formatDay, formatNumber, formatShortDate } from '../shared/format.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { groupDays } from './bars.ts';
import { DayChart } from './day-chart.tsx';
import { HoursChart } from './hours-chart.tsx';
import { NeedsYou, useNeeds } from './needs-you.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';
import { StageChart } from './stage-chart.tsx';
import './dashboard.css';

/** Polls data that is not in the change log: plays, the disk, mail. */
const REFRESH_MS = 15_000;
const WATCHED_TABLES = [
  'audio_content',
  'deletion_requests',
  'favorites',
  'playback_positions',
  // Every new account inserts a profile.
  'profiles',
  'support_tickets',
] as const;
const PERIODS = [
  ...DASHBOARD_PERIODS.map((days) => ({
    value: String(days),
    label: days === 365 ? 'A year' : `${days} days`,
  })),
  { value: 'range', label: 'Range' },
];

export function DashboardTab() {
  const [period, setPeriod] = useState('30');
  const [range, setRange] = useState({ from: '', to: '' });
  const days = DASHBOARD_PERIODS.find((known) => String(known) === period);
  const isRange = days === undefined;
  const isValid = !isRange || isDashboardRange(range);
  const input = isRange ? range : { days };
  const query = useAdminQuery(
    ['dashboard', input],
    async ({ call }, { signal }) => ({
      board: await call('getDashboard', { input, signal }),
      isRange,
    }),
    {
      // Until a range is complete, the previous period stays visible.
      enabled: isValid,
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
      refreshOn: WATCHED_TABLES,
    },
  );
  const needs = useNeeds();
  return (
    <>
      <AdminHead title="Dashboard" text="Totals only. Individual listening is never shown.">
        <ChipGroup label="Period" chips={PERIODS} value={period} onChange={setPeriod} />
      </AdminHead>
      {isRange ? (
        <div className="admin-filters">
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              label={end === 'from' ? 'First day' : 'Last day'}
              type="date"
              value={range[end]}
              onChange={({ target }) => setRange({ ...range, [end]: target.value })}
            />
          ))}
        </div>
      ) : null}
      {!isValid && range.from && range.to ? (
        <Banner tone="notice">
          The first day has to be before the last one, and at most a year earlier.
        </Banner>
      ) : null}
      {/* Waits for both queries: needs that arrive later would move the counts below them. */}
      {query.isPending || needs.isPending ? <SkeletonRows rows={3} /> : null}
      {query.isLoadingError ? (
        <EmptyState
          title="Couldn’t load the dashboard"
          text={query.error.message}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data && !needs.isPending ? (
        <>
          <NeedsYou data={needs.data} />
          <Metrics {...query.data} />
        </>
      ) : null}
    </>
  );
}

function Metrics({ board, isRange }: { board: Dashboard; isRange: boolean }) {
  const { disk, mails, lastBackupAt, version } = board;
  return (
    <>
      <SinceLastVisit since={board.since} />
      <Stats board={board} />
      <div className="admin-grid">
        <Charts board={board} isRange={isRange} />
      </div>
      <dl className="admin-facts">
        <Fact label="Disk">{`${gigabytes(disk.freeBytes)} free of ${gigabytes(disk.totalBytes)}`}</Fact>
        <Fact label="Recordings and pictures">{formatBytes(disk.storageBytes)}</Fact>
        <Fact label="Database">{formatBytes(disk.databaseBytes)}</Fact>
        {mails ? (
          <Fact label="Mails since the start">
            {`${formatNumber(mails.waiting)} waiting, ${formatNumber(mails.failed)} not delivered`}
          </Fact>
        ) : null}
        <Fact label="Last backup">
          {lastBackupAt ? formatDay(lastBackupAt) : 'None on this machine yet'}
        </Fact>
        <Fact label="Version">{version}</Fact>
      </dl>
    </>
  );
}

function Stats({ board }: { board: Dashboard }) {
  const { plays, people, tracks, favorites, tickets } = board;
  const minutes = (seconds: number) => Math.round(seconds / 60);
  const started = {
    recent: minutes(plays.secondsStarted.recent),
    before: minutes(plays.secondsStarted.before),
  };
  const noPlays = plays.total === 0 && 'No plays yet';
  const stats: readonly (readonly [label: string, value: string, note: string, change: Change])[] =
    [
      [
        'Plays',
        noPlays || formatNumber(plays.recent),
        `Each start of a track; ${formatNumber(plays.total)} all time`,
        plays,
      ],
      [
        'Minutes started',
        noPlays || formatNumber(started.recent),
        'Full lengths of the started tracks',
        started,
      ],
      [
        'People',
        formatNumber(people.total),
        `Accounts; ${formatNumber(people.recent)} new`,
        people,
      ],
      [
        'Total Tracks',
        formatNumber(tracks.total),
        `${formatNumber(tracks.enabled)} active; ${formatNumber(tracks.recent)} new`,
        tracks,
      ],
      [
        'Favorited Items',
        formatNumber(favorites.total),
        `Saved by mothers; ${formatNumber(favorites.recent)} new`,
        favorites,
      ],
      [
        'Open tickets',
        formatNumber(board.openTickets),
        `Waiting for an answer; ${formatNumber(tickets.recent)} new`,
        tickets,
      ],
    ];
  return (
    <dl className="stats">
      {stats.map(([label, value, note, change]) => {
        const compared = compareWith(board.period, change);
        return (
          <div key={label} className="stat">
            <dt>{label}</dt>
            <dd className="tabular-numbers">{value}</dd>
            <dd className="small quiet">{note}</dd>
            {compared ? <dd className="small">{compared}</dd> : null}
          </div>
        );
      })}
    </dl>
  );
}

interface Change {
  readonly recent: number;
  readonly before: number;
}

/** '3 more than 21 Nov to 27 Nov (5)'; null without anything in either period. */
function compareWith({ before, from }: Dashboard['period'], change: Change): string | null {
  if (change.recent === 0 && change.before === 0) return null;
  const last = new Date(Date.parse(from) - 24 * 60 * 60 * 1000).toISOString();
  const days = `${formatShortDate(before)} to ${formatShortDate(last)} (${formatNumber(change.before)})`;
  const more = change.recent - change.before;
  if (more === 0) return `As many as ${days}`;
  return `${formatNumber(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than ${days}`;
}

function Charts({ board, isRange }: { board: Dashboard; isRange: boolean }) {
  const { plays, tickets } = board;
  const may = usePermissions();
  const { isWeekly } = groupDays(plays.byDay);
  const waiting = tickets.byDay.reduce((sum, day) => sum + day.waiting, 0);
  const noPlays = plays.recent === 0 && 'Nothing was played in these days.';
  return (
    <>
      <Card id="plays" title={isWeekly ? 'Plays per week' : 'Plays per day'} emptyText={noPlays}>
        <DayChart
          name="Plays"
          parts={[{ tone: 'all', label: 'plays', one: 'play' }]}
          days={plays.byDay.map(({ day, plays: value }) => ({ day, values: [value] }))}
          caption={(unit, most) => `All plays. Peak: ${formatNumber(most)} in a ${unit}.`}
        />
      </Card>
      {isRange ? null : (
        <>
          <Card id="hours" title="Hours of listening">
            <HoursChart plays={plays} />
          </Card>
          <Card id="stages" title="By stage" emptyText={noPlays}>
            <StageChart plays={plays} />
          </Card>
        </>
      )}
      <Card
        id="tickets"
        title="Tickets"
        emptyText={tickets.recent === 0 && 'No one wrote in these days.'}
      >
        <DayChart
          name="Tickets"
          parts={[
            { tone: 'waiting', label: 'waiting' },
            { tone: 'answered', label: 'answered' },
          ]}
          days={tickets.byDay.map((day) => ({
            day: day.day,
            values: [day.waiting, day.came - day.waiting],
          }))}
          caption={() => (
            <span className="bar-legend">
              <span data-tone="waiting">{`${waiting} waiting`}</span>
              <span data-tone="answered">{`${tickets.recent - waiting} answered or closed`}</span>
              {may('read support') ? <Link to="/admin/users?part=tickets">All tickets</Link> : null}
            </span>
          )}
        />
      </Card>
      {isRange ? (
        <p className="quiet">
          Stages, hours and tracks are shown for the fixed periods only, because the difference of
          two ranges could reveal what one person plays.
        </p>
      ) : (
        <Card id="most-played" title="Most played" emptyText={noPlays}>
          <ol className="split">
            {plays.mostPlayed.map(({ id, title, plays: count }) => (
              <li key={id}>
                <span>{title}</span>
                <b className="tabular-numbers">
                  {formatNumber(count)}
                  <span className="small quiet">{count === 1 ? ' play' : ' plays'}</span>
                </b>
                <i style={{ '--w': `${(count / (plays.mostPlayed[0]?.plays ?? 1)) * 100}%` }} />
              </li>
            ))}
          </ol>
        </Card>
      )}
    </>
  );
}

interface CardProps {
  id: string;
  title: string;
  /** Replaces the content when there is nothing to show. */
  emptyText?: string | false;
  children: ReactNode;
}

function Card({ id, title, emptyText, children }: CardProps) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {emptyText ? <p className="quiet">{emptyText}</p> : children}
    </section>
  );
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
