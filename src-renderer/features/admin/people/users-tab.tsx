import { resourcePart } from '../resource/resource-page.tsx';
import { TabWithParts } from '../shared/tab-with-parts.tsx';
import { peopleResource } from './people.resource.tsx';
import { requestsResource } from './requests.resource.tsx';
import { subscribersResource } from './subscribers.resource.tsx';
import { ticketsResource } from './tickets.resource.tsx';
import './users.css';

const PARTS = [
  { value: 'people', label: 'People', ...resourcePart(peopleResource) },
  { value: 'tickets', label: 'Support', ...resourcePart(ticketsResource) },
  { value: 'newsletter', label: 'Newsletter', ...resourcePart(subscribersResource) },
  { value: 'privacy', label: 'Privacy requests', ...resourcePart(requestsResource) },
] as const;

export function UsersTab() {
  return <TabWithParts title="Users" text="Accounts, support and privacy requests" parts={PARTS} />;
}
