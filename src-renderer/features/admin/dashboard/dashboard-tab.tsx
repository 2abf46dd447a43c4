import { type ReactNode, useState } from 'react';
import { DASHBOARD_PERIODS, type Dashboard } from '#contract/calls/dashboard.ts';
import { Button } from '#renderer/components/button.tsx';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { EmptyState } from '#renderer/components/empty-state.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { AdminHead } from '../admin-head.tsx';
import { sizeOf } from '../shared/size-of.ts';
import { HoursChart } from './hours-chart.tsx';
import { MostPlayed } from './most-played.tsx';
import { NeedsYou } from './needs-you.tsx';
import { PlayChart } from './play-chart.tsx';
import { SinceThen } from './since-then.tsx';
import { StageChart } from './stage-chart.tsx';
import { TicketChart } from './ticket-chart.tsx';
import { type Period, useDashboard } from './use-dashboard.ts';
import './dashboard.css';

const PERIODS = DASHBOARD_PERIODS.map((days) => ({
  value: String(days),
  label: days === 365 ? 'A year' : `${days} days`,
}));

export function DashboardTab() {
  const [days, setDays] = useState<Period>(30);
  const query = useDashboard(days);
  const handlePeriod = (value: string) => {
    const period = DASHBOARD_PERIODS.find((known) => String(known) === value);
    if (period) setDays(period);
  };
  return (
    <>
      <AdminHead
        title="Dashboard"
        text="Counts only. This page says nothing about what one person listened to."
      >
        <ChipGroup label="Period" chips={PERIODS} value={String(days)} onChange={handlePeriod} />
      </AdminHead>
      {query.isPending ? <SkeletonRows rows={3} label="Loading..." /> : null}
      {query.isError && !query.data ? (
        <EmptyState land="dusk" title="This did not arrive" text={query.error.message}>
          <Button onClick={() => void query.refetch()}>Try again</Button>
        </EmptyState>
      ) : null}
      {query.data ? <Figures board={query.data} /> : null}
    </>
  );
}

function Figures({ board }: { board: Dashboard }) {
  const { people, tracks, plays, disk } = board;
  const days = plays.byDay.length;
  const recently = days === 365 ? 'in a year' : `in ${days} days`;
  return (
    <>
      <NeedsYou board={board} />
      <SinceThen since={board.since} />
      <dl className="stats">
        <Stat label="Plays" value={number(plays.recent)} text={`${number(plays.total)} ever`} />
        <Stat
          label="Minutes started"
          value={number(Math.round(plays.recentSecondsStarted / 60))}
          text="Whole lengths; how far each was heard is not recorded"
        />
        <Stat
          label="People"
          value={number(people.total)}
          text={`${number(people.recent)} new ${recently}`}
        />
        <Stat
          label="Total Tracks"
          value={number(tracks.total)}
          text={`${number(tracks.enabled)} active`}
        />
        <Stat label="Favorited Items" value={number(board.favorites)} />
        <Stat label="Open tickets" value={number(board.openTickets)} text="Wait for an answer" />
      </dl>
      <div className="a-grid">
        <Card id="plays" title={days === 365 ? 'Plays per week' : 'Plays per day'}>
          <PlayChart days={plays.byDay} />
        </Card>
        <Card id="hours" title="Hours of listening">
          <HoursChart plays={plays} />
        </Card>
        <Card id="stages" title="By stage">
          <StageChart plays={plays} />
        </Card>
        <Card id="tickets" title="Tickets">
          <TicketChart days={board.tickets.byDay} />
        </Card>
        <Card id="most-played" title="Most played">
          <MostPlayed tracks={plays.mostPlayed} />
        </Card>
      </div>
      <dl className="a-facts">
        <Fact
          label="Disk"
          value={`${gigabytes(disk.freeBytes)} free of ${gigabytes(disk.totalBytes)}`}
        />
        <Fact label="Recordings and pictures" value={sizeOf(disk.storageBytes)} />
        <Fact label="Database" value={sizeOf(disk.databaseBytes)} />
        {board.mails ? (
          <Fact
            label="Mails since the start"
            value={`${number(board.mails.waiting)} waiting, ${number(board.mails.failed)} given up`}
          />
        ) : null}
        <Fact
          label="Last backup"
          value={board.lastBackupAt ? formatDate(board.lastBackupAt) : 'None on this machine yet'}
        />
        <Fact label="Version" value={board.version} />
      </dl>
    </>
  );
}

function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function Stat({ label, value, text }: { label: string; value: string; text?: string }) {
  return (
    <div className="stat">
      <dt>{label}</dt>
      <dd className="num">{value}</dd>
      {text ? <dd className="small quiet">{text}</dd> : null}
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const number = (value: number) => value.toLocaleString('en-GB');
const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
