import { useState } from 'react';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { AdminHead } from '../admin-head.tsx';
import { PeopleList } from './people-list.tsx';
import { TicketsList } from './tickets-list.tsx';
import './users.css';

const PARTS = [
  { value: 'people', label: 'People' },
  { value: 'tickets', label: 'Support' },
] as const;

export function UsersTab() {
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('people');
  return (
    <>
      <AdminHead title="Users" text="Who is here, and what they ask.">
        <ChipGroup label="Part" chips={PARTS} value={part} onChange={setPart} />
      </AdminHead>
      {part === 'people' ? <PeopleList /> : <TicketsList />}
    </>
  );
}
