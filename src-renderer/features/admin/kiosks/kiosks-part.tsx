import { useState } from 'react';
import { kioskFileSchema } from '#contract/device/desktop.ts';
import type { Kiosk } from '#contract/rows/kiosks.ts';
import { Button } from '#renderer/components/button.tsx';
import { useNow } from '#renderer/lib/hooks/use-now.ts';
import { usePermissions } from '../admin-permissions.ts';
import { ListState } from '../resource/list-state.tsx';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { KioskCard } from './kiosk-card.tsx';
import { KioskDefaults } from './kiosk-defaults.tsx';
import { KioskSheet } from './kiosk-sheet.tsx';
import { NewKiosk } from './new-kiosk.tsx';
import { WallCards } from './wall-cards.tsx';
import './kiosks.css';

export function KiosksPart() {
  const [open, setOpen] = useState<number | 'defaults' | 'new' | 'cards'>();
  const may = usePermissions();
  const query = useAdminQuery(
    ['kiosks', 'list'],
    async ({ tables }, { signal }) => {
      const kiosks = tables.from('kiosks').select('*').order('id');
      const { data } = await kiosks.abortSignal(signal).throwOnError();
      // Adds the defaults of settings that rows of an older version lack.
      const rows = data.map(
        (row: Kiosk): Kiosk => ({ ...row, settings: kioskFileSchema.parse(row.settings) }),
      );
      return { rows, total: rows.length };
    },
    { refreshOn: ['kiosks', 'settings'] },
  );
  // `useNow` may lag behind the last fetch; a report would then appear to be in the future.
  const now = Math.max(useNow(), query.dataUpdatedAt);
  const close = () => setOpen(undefined);
  const kiosk = query.data?.rows.find(({ id }) => id === open);
  return (
    <div className="admin-split">
      <div className="stack">
        <div className="row admin-wrap">
          {may('write kiosks') ? (
            <>
              <Button look="soft" onClick={() => setOpen('new')}>
                Add a kiosk
              </Button>
              <Button look="line" onClick={() => setOpen('defaults')}>
                Settings for new kiosks
              </Button>
            </>
          ) : null}
          <Button look="line" onClick={() => setOpen('cards')}>
            Cards for the wall
          </Button>
        </div>
        <ListState
          query={query}
          emptyTitle="No kiosk yet"
          emptyText="Install the program on the screen’s own machine, start it with --kiosk and give it a PIN, as docs/kiosk.md shows step by step. A kiosk reports to the server on its own machine, and appears in the admin area there within seconds. To list it here too, use ‘Add a kiosk’."
        >
          {({ rows }) => (
            <ul className="stack kiosks" aria-label="Kiosks">
              {rows.map((row) => (
                <KioskCard
                  key={row.id}
                  kiosk={row}
                  now={now}
                  onOpen={may('write kiosks') ? () => setOpen(row.id) : undefined}
                />
              ))}
            </ul>
          )}
        </ListState>
      </div>
      {open === 'defaults' ? <KioskDefaults onClose={close} /> : null}
      {open === 'new' ? <NewKiosk onClose={close} /> : null}
      {open === 'cards' ? <WallCards onClose={close} /> : null}
      {kiosk ? <KioskSheet key={kiosk.id} kiosk={kiosk} now={now} onClose={close} /> : null}
    </div>
  );
}
