import { useState } from 'react';
import type { AuthUser } from '#contract/calls/auth.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { SearchField } from '#renderer/components/field.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useOpened } from '../shared/use-opened.ts';
import { NewPerson } from './new-person.tsx';
import { PEOPLE_PER_PAGE, usePeople, usePerson } from './people-query.ts';
import { PersonSheet } from './person-sheet.tsx';
import { PersonState } from './person-state.tsx';

export function PeopleList() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useOpened('person');
  const query = usePeople(search, page);
  const close = () => setOpened(undefined);
  // As the list has it now: what was done in the sheet shows in the sheet.
  const listed = query.data?.rows.find(({ id }) => id === opened);
  const other = usePerson(listed || isAdding ? undefined : opened);
  const person = listed ?? other.data;
  const open = (row: AuthUser) => {
    setAdding(false);
    setOpened(row.id);
  };

  return (
    <div className="a-split">
      <div className="stack">
        <div className="a-tools">
          <SearchField
            placeholder="Search by e-mail address"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setPage(0);
            }}
          />
          <Button onClick={() => setAdding(true)}>Add a person</Button>
        </div>
        <PagedTable
          query={query}
          emptyTitle={search ? 'Nobody has such an address' : 'Nobody is here yet'}
          caption="Users"
          keyOf={({ id }) => id}
          openKey={isAdding ? undefined : opened}
          columns={[
            openColumn<AuthUser>('Email', (row) => row.email, open),
            {
              header: 'Since',
              isLabelled: true,
              givesWay: true,
              cell: ({ created_at }) => formatDate(created_at),
            },
            {
              header: 'Last sign-in',
              isLabelled: true,
              givesWay: true,
              cell: ({ last_sign_in_at: last }) => (last ? formatDate(last) : 'Never signed in'),
            },
            { header: 'State', cell: (row) => <PersonState person={row} /> },
          ]}
          page={page}
          perPage={PEOPLE_PER_PAGE}
          what={['person', 'people']}
          onPage={setPage}
        />
      </div>
      {isAdding ? (
        <SidePanel title="Add a person" onClose={() => setAdding(false)}>
          <NewPerson onDone={() => setAdding(false)} />
        </SidePanel>
      ) : null}
      {person && !isAdding ? (
        <SidePanel key={person.id} title={person.email ?? 'Person'} onClose={close}>
          <PersonSheet person={person} onErased={close} />
        </SidePanel>
      ) : null}
      {opened && !isAdding && !person && !other.isPending ? (
        <SidePanel key={opened} title="Person" onClose={close}>
          <Banner tone={other.error ? 'bad' : 'notice'}>
            {other.error?.message ?? 'Nobody has this address in the list any more.'}
          </Banner>
        </SidePanel>
      ) : null}
    </div>
  );
}
