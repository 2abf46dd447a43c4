import { PartedTab } from '../shared/parted-tab.tsx';
import { PeopleList } from './people-list.tsx';
import { PrivacyList } from './privacy-list.tsx';
import { SubscribersList } from './subscribers-list.tsx';
import { TicketsList } from './tickets-list.tsx';
import './users.css';

const PARTS = [
  { value: 'people', label: 'People', Part: PeopleList },
  { value: 'tickets', label: 'Support', Part: TicketsList },
  { value: 'newsletter', label: 'Newsletter', Part: SubscribersList },
  { value: 'privacy', label: 'Privacy requests', Part: PrivacyList },
] as const;

export function UsersTab() {
  return <PartedTab title="Users" text="Who is here, and what they ask." parts={PARTS} />;
}
