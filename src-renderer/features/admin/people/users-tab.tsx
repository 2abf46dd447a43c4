import { useSearchParams } from 'react-router-dom';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { AdminHead } from '../admin-head.tsx';
import { PeopleList } from './people-list.tsx';
import { PrivacyList } from './privacy-list.tsx';
import { SubscribersList } from './subscribers-list.tsx';
import { TicketsList } from './tickets-list.tsx';
import './users.css';

const PARTS = [
  { value: 'people', label: 'People' },
  { value: 'tickets', label: 'Support' },
  { value: 'newsletter', label: 'Newsletter' },
  { value: 'privacy', label: 'Privacy requests' },
] as const;

/** The part stands in the address, so that the dashboard can lead to the requests. */
export function UsersTab() {
  const [query, setQuery] = useSearchParams();
  const part = PARTS.find(({ value }) => value === query.get('part'))?.value ?? 'people';
  return (
    <>
      <AdminHead title="Users" text="Who is here, and what they ask.">
        <ChipGroup
          label="Part"
          chips={PARTS}
          value={part}
          onChange={(value) => setQuery({ part: value }, { replace: true })}
        />
      </AdminHead>
      {part === 'people' ? <PeopleList /> : null}
      {part === 'tickets' ? <TicketsList /> : null}
      {part === 'newsletter' ? <SubscribersList /> : null}
      {part === 'privacy' ? <PrivacyList /> : null}
    </>
  );
}
