import { useState } from 'react';
import type { AuthUser } from '#contract/calls/auth.ts';
import { Button } from '#renderer/components/button.tsx';
import { SearchField } from '#renderer/components/field.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { NewPerson } from './new-person.tsx';
import { PEOPLE_PER_PAGE, usePeople } from './people-query.ts';
import { PersonSheet } from './person-sheet.tsx';
import { PersonState } from './person-state.tsx';

export function PeopleList() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<AuthUser | 'new'>();
  const query = usePeople(search, page);
  const close = () => setOpen(undefined);
  // As the list has it now: what was done in the sheet shows in the sheet.
  const person =
    open && open !== 'new'
      ? (query.data?.rows.find(({ id }) => id === open.id) ?? open)
      : undefined;

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
          <Button onClick={() => setOpen('new')}>Add a person</Button>
        </div>
        <PagedTable
          query={query}
          emptyTitle={search ? 'Nobody has such an address' : 'Nobody is here yet'}
          caption="Users"
          keyOf={({ id }) => id}
          openKey={person?.id}
          columns={[
            openColumn<AuthUser>('Email', (row) => row.email, setOpen),
            { header: 'Since', isLabelled: true, cell: ({ created_at }) => formatDate(created_at) },
            {
              header: 'Last sign-in',
              isLabelled: true,
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
      {open === 'new' ? (
        <SidePanel title="Add a person" onClose={close}>
          <NewPerson onDone={close} />
        </SidePanel>
      ) : null}
      {person ? (
        <SidePanel key={person.id} title={person.email ?? 'Person'} onClose={close}>
          <PersonSheet person={person} onErased={close} />
        </SidePanel>
      ) : null}
    </div>
  );
}
