import type { AudioContent } from '#contract/audio-content.ts';
import { StageMark, stageOf } from '#renderer/components/stage-mark.tsx';
import { formatClock } from '#renderer/lib/format.ts';
import { AdminHead } from '../admin-head.tsx';
import { AdminTable, useAdminRows } from '../admin-table.tsx';

export function ContentTab() {
  const query = useAdminRows<AudioContent>('audio_content', 'updated_at');
  return (
    <>
      <AdminHead title="Content" />
      <AdminTable
        caption="Tracks"
        query={query}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Title', cell: ({ title }) => title },
          { header: 'Stage', cell: ({ category }) => <StageMark stage={stageOf(category)} /> },
          {
            header: 'Duration',
            cell: ({ duration }) => <span className="num">{formatClock(duration)}</span>,
          },
          { header: 'Access', cell: ({ is_premium }) => (is_premium ? 'Premium' : 'Free') },
          { header: 'Status', cell: ({ enabled }) => (enabled ? 'Active' : 'Disabled') },
        ]}
      />
    </>
  );
}
