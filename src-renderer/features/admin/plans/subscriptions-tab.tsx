import { resourcePart } from '../resource/resource-page.tsx';
import { TabWithParts } from '../shared/tab-with-parts.tsx';
import { SUBSCRIPTIONS_PARTS } from '../tab-parts.ts';
import { codesResource } from './codes.resource.tsx';
import { plansResource } from './plans.resource.tsx';

const COMPONENTS = { plans: resourcePart(plansResource), codes: resourcePart(codesResource) };

export function SubscriptionsTab() {
  return (
    <TabWithParts
      title="Subscriptions"
      text="Who has premium, and until when."
      parts={SUBSCRIPTIONS_PARTS}
      components={COMPONENTS}
    />
  );
}
