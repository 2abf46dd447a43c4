import { CalendarClock, DatabaseBackup, type LucideIcon, MailWarning } from 'lucide-react';
import type { Dashboard } from '#contract/calls/dashboard.ts';
import { Icon } from '#renderer/components/icon.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { Link } from '#renderer/lib/router.tsx';

interface Need {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly to: string;
  readonly action: string;
}

/** What waits for the owner, in one place; nothing while nothing does. */
export function NeedsYou({ board }: { board: Dashboard }) {
  const needs = needsOf(board);
  if (needs.length === 0) return null;
  return (
    <section className="card a-needs" aria-labelledby="needs-you">
      <h2 id="needs-you">Needs you ({needs.length})</h2>
      <ul className="a-list">
        {needs.map(({ icon, text, to, action }) => (
          <li key={text}>
            <Icon of={icon} />
            <p>{text}</p>
            <Link to={to}>{action}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function needsOf({ deletions, isBackupDue, lastBackupAt, mails }: Dashboard): readonly Need[] {
  const { waiting, decideBy, approved, eraseBy } = deletions;
  const needs: Need[] = [];
  const requests = {
    icon: CalendarClock,
    to: '/admin/users?part=privacy',
    action: 'See the requests',
  };
  if (waiting > 0 && decideBy) needs.push({ ...requests, text: sayWaiting(waiting, decideBy) });
  if (approved > 0) needs.push({ ...requests, text: sayApproved(approved, eraseBy) });
  if (isBackupDue) {
    const to = '/admin/settings?part=backups';
    needs.push({ icon: DatabaseBackup, text: sayBackup(lastBackupAt), to, action: 'Make one' });
  }
  if (mails && mails.failed > 0) {
    const to = '/admin/settings?part=outbox';
    needs.push({ icon: MailWarning, text: sayMails(mails.failed), to, action: 'Send a test mail' });
  }
  return needs;
}

const sayWaiting = (count: number, by: string) =>
  count === 1
    ? `One deletion request waits for a decision, by ${formatDate(by)}.`
    : `${count} deletion requests wait for a decision, the first by ${formatDate(by)}.`;

function sayApproved(count: number, eraseBy: string | null): string {
  const what = count === 1 ? 'One approved deletion is' : `${count} approved deletions are`;
  return `${what} on the way${eraseBy ? `; the data must be gone by ${formatDate(eraseBy)}` : ''}.`;
}

const sayBackup = (lastAt: string | null) =>
  lastAt === null
    ? 'There is no backup yet.'
    : `The last backup is of ${formatDate(lastAt)}, more than a week ago.`;

const sayMails = (failed: number) =>
  `${failed === 1 ? 'One mail was' : `${failed.toLocaleString('en-GB')} mails were`} given up since the server started. A test mail shows why.`;
