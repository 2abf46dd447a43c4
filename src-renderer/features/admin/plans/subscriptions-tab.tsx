import { useState } from 'react';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { AdminHead } from '../admin-head.tsx';
import { CodesPart } from './codes-part.tsx';
import { PlansPart } from './plans-part.tsx';

const PARTS = [
  { value: 'plans', label: 'Plans' },
  { value: 'codes', label: 'Centre codes' },
] as const;

export function SubscriptionsTab() {
  const [part, setPart] = useState<(typeof PARTS)[number]['value']>('plans');
  return (
    <>
      <AdminHead title="Subscriptions" text="Who hears what is premium, and for how long.">
        <ChipGroup label="Part" chips={PARTS} value={part} onChange={setPart} />
      </AdminHead>
      {part === 'plans' ? <PlansPart /> : <CodesPart />}
    </>
  );
}
