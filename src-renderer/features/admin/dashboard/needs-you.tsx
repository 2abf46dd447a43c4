import { CalendarClock, DatabaseBackup, type LucideIcon, MailWarning } from 'lucide-react';
import type { Dashboard } from '#contract/calls/dashboard.ts';
import { Icon } from '#renderer/components/icon.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { Link } from '#renderer/lib/router.tsx';
import { whyInboxIsAway } from '../shared/inbox-words.ts';

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

const BACKUPS = { icon: DatabaseBackup, to: '/admin/settings?part=backups' };

function needsOf(board: Dashboard): readonly Need[] {
  const { deletions, inbox, isBackupDue, lastBackupAt, mails, wholeBackups } = board;
  const { waiting, decideBy, approved, eraseBy } = deletions;
  const needs: Need[] = [];
  const requests = {
    icon: CalendarClock,
    to: '/admin/users?part=privacy',
    action: 'See the requests',
  };
  if (waiting > 0 && decideBy) needs.push({ ...requests, text: sayWaiting(waiting, decideBy) });
  if (approved > 0) needs.push({ ...requests, text: sayApproved(approved, eraseBy) });
  if (isBackupDue) needs.push({ ...BACKUPS, text: sayBackup(lastBackupAt), action: 'Make one' });
  if (wholeBackups?.concern) needs.push({ ...BACKUPS, ...sayConcern(wholeBackups) });
  if (mails && mails.failed > 0) {
    const to = '/admin/settings?part=outbox';
    needs.push({ icon: MailWarning, text: sayMails(mails.failed), to, action: 'Send a test mail' });
  }
  const inboxIsAway = inbox && whyInboxIsAway(inbox);
  if (inboxIsAway) {
    const to = '/admin/users?part=tickets';
    needs.push({ icon: MailWarning, text: inboxIsAway, to, action: 'See the tickets' });
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

function sayConcern({
  concern,
  madeAt,
  checkedAt,
}: NonNullable<Dashboard['wholeBackups']>): Pick<Need, 'text' | 'action'> {
  switch (concern) {
    case 'not_made':
      return { text: `No whole backup has succeeded ${since(madeAt)}.`, action: 'See why' };
    case 'damaged':
      return {
        text: 'The last check found something missing or damaged in the whole backup.',
        action: 'See what',
      };
    case 'check_failed':
      return { text: 'The last check of a whole backup could not be finished.', action: 'See why' };
    default:
      return {
        text: `No whole backup has been tried out ${since(checkedAt)}.`,
        action: 'Check one',
      };
  }
}

const since = (at: string | null) => (at === null ? 'yet' : `since ${formatDate(at)}`);

const sayMails = (failed: number) =>
  `${failed === 1 ? 'One mail was' : `${failed.toLocaleString('en-GB')} mails were`} given up since the server started. A test mail shows why.`;
