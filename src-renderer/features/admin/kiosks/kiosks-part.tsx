import { ListState } from '../shared/list-state.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { KioskCard } from './kiosk-card.tsx';
import { useKiosks } from './kiosks-query.ts';
import { useNow } from './use-now.ts';
import './kiosks.css';

/** The kiosks that report to this server, as they are now. */
export function KiosksPart() {
  const query = useKiosks();
  // A report that has just come is not from the future.
  const now = Math.max(useNow(), query.dataUpdatedAt);
  useAdminChanges(['kiosks'], ['kiosks']);
  return (
    <ListState
      query={query}
      emptyTitle="No kiosk yet"
      emptyText="Install the program on the screen’s own machine, start it with --kiosk and give it a PIN, as docs/kiosk.md shows step by step. A kiosk reports to the server on its machine, so it appears in the admin area there, within seconds."
    >
      {({ rows }) => (
        <ul className="kiosks" aria-label="Kiosks">
          {rows.map((kiosk) => (
            <KioskCard key={kiosk.id} kiosk={kiosk} now={now} />
          ))}
        </ul>
      )}
    </ListState>
  );
}
