import { PartedTab } from '../shared/parted-tab.tsx';
import { CodesPart } from './codes-part.tsx';
import { PlansPart } from './plans-part.tsx';

const PARTS = [
  { value: 'plans', label: 'Plans', Part: PlansPart },
  { value: 'codes', label: 'Centre codes', Part: CodesPart },
] as const;

export function SubscriptionsTab() {
  return (
    <PartedTab
      title="Subscriptions"
      text="Who hears what is premium, and for how long."
      parts={PARTS}
    />
  );
}
