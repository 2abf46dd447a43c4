import type { AuthUser, PeoplePlan, PeopleState } from '#contract/calls/auth.ts';
import { isPlanActive, PLANS } from '#contract/constants/plans.ts';
import type { AdminBackend } from '../admin-session.ts';
import { optionsOf, type Resource } from '../resource/resource.ts';
import { formatDay } from '../shared/format.ts';
import { NewPerson } from './new-person.tsx';
import { PersonSheet } from './person-sheet.tsx';
import { PersonState } from './person-state.tsx';

interface PeopleFilters extends Record<string, string> {
  readonly state: 'all' | PeopleState;
  readonly plan: 'all' | PeoplePlan;
}

interface Person extends AuthUser {
  readonly name: string;
  readonly plan: string;
}

export const peopleResource: Resource<Person, PeopleFilters> = {
  name: 'users',
  caption: 'Users',
  label: ['person', 'people'],
  area: 'people',
  keyOf: ({ id }) => id,
  title: { header: 'Email', of: ({ email }) => email ?? 'Person', sortBy: 'email' },
  columns: [
    { header: 'Name', sortBy: 'name', showFrom: 'wide', cell: ({ name }) => name },
    { header: 'Plan', sortBy: 'plan', showFrom: 'medium', cell: ({ plan }) => plan },
    {
      header: 'Since',
      sortBy: 'created_at',
      isLabelled: true,
      showFrom: 'wide',
      cell: ({ created_at }) => formatDay(created_at),
    },
    {
      header: 'Last sign-in',
      sortBy: 'last_sign_in_at',
      isLabelled: true,
      showFrom: 'wide',
      cell: ({ last_sign_in_at: last }) => (last ? formatDay(last) : 'Never signed in'),
    },
    { header: 'State', cell: (row) => <PersonState person={row} /> },
  ],
  search: 'Address, name, code or ticket',
  filters: {
    state: {
      label: 'State',
      as: 'pick',
      options: optionsOf(['all', 'confirmed', 'unconfirmed', 'banned'], { all: 'Any state' }),
    },
    plan: {
      label: 'Plan',
      as: 'pick',
      options: optionsOf(['all', 'free', ...PLANS], { all: 'Any plan' }),
    },
  },
  defaultSort: { by: 'created_at', isDescending: true },
  empty: ({ search, filters }) => {
    const isNarrowed = search !== '' || Object.values(filters).some((value) => value !== 'all');
    return { title: isNarrowed ? 'No one matches' : 'No one is here yet' };
  },
  async read({ search, filters, sort, page, perPage }, backend, signal) {
    const order = `${sort.isDescending ? '-' : ''}${sort.by}`;
    const query = { search: search.trim(), ...filters, sort: order };
    const input = { ...query, page: page + 1, per_page: perPage };
    const { users, total } = await backend.call('findPeople', { input, signal });
    return { rows: await withNames(users, backend, signal), total };
  },
  detail: {
    param: 'person',
    async read(id, backend, signal) {
      const { users } = await backend.call('findPeople', { input: { ids: id }, signal });
      return (await withNames(users, backend, signal))[0] ?? null;
    },
    panel: (person, onDone) => <PersonSheet person={person} onErased={onDone} />,
  },
  add: { label: 'Add a person', form: (onDone) => <NewPerson onDone={onDone} /> },
};

/** Adds names and active plans. */
async function withNames(
  users: readonly AuthUser[],
  { tables }: AdminBackend,
  signal: AbortSignal,
): Promise<Person[]> {
  if (users.length === 0) return [];
  const ids = users.map(({ id }) => id);
  const [profiles, plans] = await Promise.all([
    tables.from('profiles').select('id,username').in('id', ids).abortSignal(signal).throwOnError(),
    tables.from('subscriptions').select().in('user_id', ids).abortSignal(signal).throwOnError(),
  ]);
  const names = new Map(profiles.data.map(({ id, username }) => [id, username]));
  const active = plans.data.filter((plan) => isPlanActive(plan, Date.now()));
  const types = new Map(active.map(({ user_id, plan_type }) => [user_id, plan_type]));
  return users.map((user) => ({
    ...user,
    name: names.get(user.id) ?? '',
    plan: types.get(user.id) ?? 'Free',
  }));
}
