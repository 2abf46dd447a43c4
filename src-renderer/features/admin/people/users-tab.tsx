import { resourcePart } from '../resource/resource-page.tsx';
import { TabWithParts } from '../shared/tab-with-parts.tsx';
import { USERS_PARTS } from '../tab-parts.ts';
import { peopleResource } from './people.resource.tsx';
import { requestsResource } from './requests.resource.tsx';
import { subscribersResource } from './subscribers.resource.tsx';
import { ticketsResource } from './tickets.resource.tsx';
import './users.css';

const COMPONENTS = {
  people: resourcePart(peopleResource),
  tickets: resourcePart(ticketsResource),
  newsletter: resourcePart(subscribersResource),
  privacy: resourcePart(requestsResource),
};

export function UsersTab() {
  return (
    <TabWithParts
      title="Users"
      text="Accounts, support and privacy requests"
      parts={USERS_PARTS}
      components={COMPONENTS}
    />
  );
}
