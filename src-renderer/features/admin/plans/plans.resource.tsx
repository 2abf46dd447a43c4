import { isPlanActive, planStateOf } from '#contract/constants/plans.ts';
import type { Subscription } from '#contract/rows/subscriptions.ts';
import { readEmails } from '../account-emails.ts';
import type { AdminBackend } from '../admin-session.ts';
import { readPage, readRow } from '../resource/read-page.ts';
import { optionsOf, type Resource } from '../resource/resource.ts';
import { formatDate } from '../shared/format.ts';
import { GivePlan } from './give-plan.tsx';
import { PlanSheet } from './plan-sheet.tsx';
import { expiringBefore, type GivenPlan, isExpiring } from './plans.ts';

interface PlanFilters extends Record<string, string> {
  readonly state: 'active' | 'expiring' | 'ended' | 'all';
}

const EMPTY_TITLES: Readonly<Record<PlanFilters['state'], string>> = {
  active: 'No active subscriptions',
  expiring: 'No subscription expires soon',
  ended: 'No ended subscriptions',
  all: 'No subscriptions yet',
};

export const plansResource: Resource<GivenPlan, PlanFilters> = {
  name: 'subscriptions',
  caption: 'Subscriptions',
  label: ['subscription', 'subscriptions'],
  area: 'plans',
  keyOf: ({ id }) => id,
  title: { header: 'Person', of: ({ email }) => email },
  columns: [
    { header: 'Plan', sortBy: 'plan_type', showFrom: 'medium', cell: (row) => row.plan_type },
    {
      header: 'Last day',
      sortBy: 'end_date',
      showFrom: 'wide',
      cell: (row) => <LastDay given={row} />,
    },
    { header: 'State', cell: (row) => <PlanState given={row} /> },
  ],
  filters: {
    state: {
      label: 'State',
      as: 'chips',
      options: optionsOf(['active', 'expiring', 'ended', 'all'], { expiring: 'Expiring soon' }),
    },
  },
  defaultSort: ({ state }) =>
    state === 'expiring'
      ? { by: 'end_date', isDescending: false }
      : { by: 'updated_at', isDescending: true },
  empty: ({ filters: { state } }) => ({ title: EMPTY_TITLES[state] }),
  async read({ filters: { state }, ...wanted }, { tables, call }, signal) {
    const now = new Date();
    let query = tables.from('subscriptions').select('*', { count: 'exact' });
    if (state === 'active' || state === 'expiring') query = query.eq('status', 'active');
    if (state === 'active') query = query.or(`end_date.is.null,end_date.gt.${now.toISOString()}`);
    // As in `isPlanActive`, a plan past its end has ended even if its status is active.
    if (state === 'ended') query = query.or(`status.neq.active,end_date.lte.${now.toISOString()}`);
    if (state === 'expiring') {
      const soon = expiringBefore(now).toISOString();
      query = query.gt('end_date', now.toISOString()).lte('end_date', soon);
    }
    const { rows, total } = await readPage(query, wanted, signal);
    return { rows: await withEmails(rows, call, signal), total };
  },
  detail: {
    param: 'plan',
    async read(id, { tables, call }, signal) {
      const plan = await readRow(tables.from('subscriptions').select(), id, signal);
      return plan && ((await withEmails([plan], call, signal))[0] ?? null);
    },
    panel: (given, onDone) => <PlanSheet given={given} onDone={onDone} />,
  },
  add: { label: 'Give a subscription', form: (onDone) => <GivePlan onDone={onDone} /> },
  refreshOn: ['subscriptions'],
};

async function withEmails(
  plans: readonly Subscription[],
  call: AdminBackend['call'],
  signal: AbortSignal,
): Promise<GivenPlan[]> {
  const ids = plans.map(({ user_id }) => user_id);
  const emails = await readEmails(call, ids, signal);
  return plans.map((plan) => ({ ...plan, email: emails.get(plan.user_id) ?? plan.user_id }));
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
