import { useState } from 'react';
import { isPlanActive, planStateOf } from '#contract/words/plans.ts';
import { Button } from '#renderer/components/button.tsx';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { GivePlan } from './give-plan.tsx';
import { PlanSheet } from './plan-sheet.tsx';
import { isExpiring } from './plans.ts';
import {
  type GivenPlan,
  SUBSCRIPTIONS_PER_PAGE,
  type SubscriptionFilter,
  useSubscriptions,
} from './subscriptions-query.ts';

const FILTERS = [
  { value: 'active', label: 'Active' },
  { value: 'expiring', label: 'Expiring soon' },
  { value: 'ended', label: 'Ended' },
  { value: 'all', label: 'All' },
] as const;

/** Who has which plan. */
export function PlansPart() {
  const [filter, setFilter] = useState<SubscriptionFilter>('active');
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<GivenPlan | 'new'>();
  const query = useSubscriptions(filter, page);
  const close = () => setOpen(undefined);
  useAdminChanges(['subscriptions'], ['subscriptions']);

  return (
    <div className="a-split">
      <div className="stack">
        <div>
          <Button onClick={() => setOpen('new')}>Give a subscription</Button>
        </div>
        <ChipGroup
          label="State"
          chips={FILTERS}
          value={filter}
          onChange={(value) => {
            setFilter(value);
            setPage(0);
          }}
        />
        <PagedTable
          query={query}
          emptyTitle="No such subscriptions"
          caption="Subscriptions"
          keyOf={({ id }) => id}
          openKey={open && open !== 'new' ? open.id : undefined}
          columns={[
            openColumn<GivenPlan>('Person', (row) => row.email, setOpen),
            { header: 'Plan', cell: ({ plan_type }) => plan_type },
            {
              header: 'Last day',
              givesWay: true,
              cell: (row) => <LastDay given={row} />,
            },
            { header: 'State', cell: (row) => <PlanState given={row} /> },
          ]}
          page={page}
          perPage={SUBSCRIPTIONS_PER_PAGE}
          what={['subscription', 'subscriptions']}
          onPage={setPage}
        />
      </div>
      {open === 'new' ? (
        <SidePanel title="Give a subscription" onClose={close}>
          <GivePlan onDone={close} />
        </SidePanel>
      ) : null}
      {open && open !== 'new' ? (
        <SidePanel key={open.id} title={open.email} onClose={close}>
          <PlanSheet given={open} onDone={close} />
        </SidePanel>
      ) : null}
    </div>
  );
}

function LastDay({ given }: { given: GivenPlan }) {
  if (given.end_date === null) return 'Never ends';
  const day = formatDate(given.end_date);
  return isPlanActive(given, Date.now()) ? day : `ended on ${day}`;
}

function PlanState({ given }: { given: GivenPlan }) {
  const now = new Date();
  if (isExpiring(given, now)) return <span className="badge wait">Expiring soon</span>;
  const state = planStateOf(given, now.getTime());
  return <span className={state === 'active' ? 'badge premium' : 'badge'}>{state}</span>;
}
