import type { User } from '@supabase/auth-js';
import { isPlanActive, planStateOf } from '#contract/plans.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { Fact } from './fact.tsx';
import { type PersonFacts, usePersonFacts } from './people-query.ts';
import { PersonDeeds } from './person-deeds.tsx';
import { PersonPrivacy } from './person-privacy.tsx';
import { PersonState } from './person-state.tsx';

/** Her account, what hangs on it, and what can be done for her. */
export function PersonSheet({ person, onErased }: { person: User; onErased: () => void }) {
  const facts = usePersonFacts(person.id);
  return (
    <>
      <dl className="a-facts">
        <Fact label="State">
          <PersonState person={person} />
        </Fact>
        <Fact label="With us since">{formatDate(person.created_at)}</Fact>
        <Fact label="Last sign-in">
          {person.last_sign_in_at ? formatDate(person.last_sign_in_at) : 'Never'}
        </Fact>
        {facts.data ? <MoreFacts facts={facts.data} /> : null}
      </dl>
      {facts.isError ? <Banner tone="bad">{facts.error.message}</Banner> : null}
      <PersonDeeds person={person} />
      <PersonPrivacy person={person} onErased={onErased} />
    </>
  );
}

function MoreFacts({ facts: { profile, subscription, counts } }: { facts: PersonFacts }) {
  return (
    <>
      <Fact label="Name">{profile?.username || 'Not given'}</Fact>
      <Fact label="Plan">{subscription ? planText(subscription) : 'Free'}</Fact>
      <Fact label="Tickets">{counts.tickets}</Fact>
      <Fact label="Favorites">{counts.favorites}</Fact>
      <Fact label="Plays">{counts.plays}</Fact>
    </>
  );
}

function planText(plan: NonNullable<PersonFacts['subscription']>) {
  const now = Date.now();
  const word = isPlanActive(plan, now) ? 'until' : 'on';
  const until = plan.end_date ? ` ${word} ${formatDate(plan.end_date)}` : '';
  return `${plan.plan_type}, ${planStateOf(plan, now)}${until}`;
}
