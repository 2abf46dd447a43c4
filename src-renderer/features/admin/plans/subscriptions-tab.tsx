import { resourcePart } from '../resource/resource-page.tsx';
import { TabWithParts } from '../shared/tab-with-parts.tsx';
import { codesResource } from './codes.resource.tsx';
import { plansResource } from './plans.resource.tsx';

const PARTS = [
  { value: 'plans', label: 'Plans', ...resourcePart(plansResource) },
  { value: 'codes', label: 'Centre codes', ...resourcePart(codesResource) },
] as const;

export function SubscriptionsTab() {
  return (
    <TabWithParts title="Subscriptions" text="Who has premium, and until when." parts={PARTS} />
  );
}
