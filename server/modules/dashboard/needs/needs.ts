import { statfs } from 'node:fs/promises';
import { explainMailFailure } from '#contract/constants/mail-failures.ts';
import type { OwnerNeedName } from '#contract/constants/owner-needs.ts';
import { ANSWER_WARNING_DAYS } from '#contract/rows/deletion-requests.ts';
import { findInstalledAt } from '#db/installed-at.ts';
import { DAY_MS, formatDay } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import {
  describeFullBackups,
  type FullBackupsSummary,
  findLastBackup,
} from '#server/modules/backups/last-backup.usecases.ts';
import { findMailFailures } from '#server/modules/mail/mail.usecases.ts';
import { readInbox } from '#server/modules/support/inbox/inbox.usecases.ts';
import { listOpenRequests, listOpenTickets, MOST_TICKETS } from './needs.repository.ts';

export interface FoundNeed {
  /** Shown on the dashboard and in the mail; the first sentence of the first need is the mail's subject. */
  readonly text: string;
  /** A new key triggers a mail; a need without keys is only shown on the dashboard. */
  readonly keys: readonly string[];
}

type FindNeed = (deps: ServerDeps) => Promise<readonly FoundNeed[]>;

const MAX_BACKUP_AGE_MS = 2 * DAY_MS;
const SOON_MS = 3 * DAY_MS;
const DISK_FULL = 0.9;

/** Finds each need, in the order of the dashboard. */
export const FIND_NEEDS: Readonly<Record<OwnerNeedName, FindNeed>> = {
  async tickets({ db }) {
    const open = await listOpenTickets(db.kysely);
    if (open.length === 0) return [];
    const many = open.length === MOST_TICKETS ? `${MOST_TICKETS} or more` : open.length;
    return [
      {
        text:
          open.length === 1
            ? '1 ticket waits for an answer.'
            : `${many} tickets wait for an answer.`,
        keys: open.map(({ id, reply }) => (reply === null ? `${id}` : `${id}/${reply}`)),
      },
    ];
  },

  async privacy({ db, clock }) {
    const requests = (await listOpenRequests(db.kysely)).map(({ id, status, ...times }) => {
      const isApproved = status === 'approved';
      // The deadline of the decision; the approval sets the deadline of the erasure, `due_at`.
      const decideBy = Date.parse(times.created_at) + ANSWER_WARNING_DAYS * DAY_MS;
      const deadline = isApproved ? Date.parse(times.due_at ?? times.created_at) : decideBy;
      const isSoon = deadline - SOON_MS <= clock.now();
      return {
        isApproved,
        deadline,
        keys: [...(isApproved ? [] : [`${id}`]), ...(isSoon ? [`${id}/soon`] : [])],
      };
    });
    return [false, true].flatMap((isApproved) => {
      const group = requests.filter((request) => request.isApproved === isApproved);
      if (group.length === 0) return [];
      const first = formatDay(Math.min(...group.map(({ deadline }) => deadline)));
      const text = isApproved
        ? describeApproved(group.length, first)
        : describeWaiting(group.length, first);
      return [{ text, keys: group.flatMap(({ keys }) => keys) }];
    });
  },

  async backups(deps) {
    const full = await describeFullBackups(deps);
    if (full?.concern) return [{ text: describeConcern(full), keys: [full.concern] }];
    if (full !== null || deps.config.DATABASE_URL !== undefined) return [];
    const last = await findLastBackup(deps);
    const since = Date.parse(last ?? (await findInstalledAt(deps.db)));
    if (since >= deps.clock.now() - MAX_BACKUP_AGE_MS) return [];
    const text =
      last === null
        ? 'There is no backup yet.'
        : `The last backup was made on ${formatDay(since)}, more than two days ago.`;
    return [{ text, keys: ['old'] }];
  },

  async disk({ config }) {
    const { bavail, blocks } = await statfs(config.DATA_DIR);
    const used = 1 - bavail / blocks;
    if (used <= DISK_FULL) return [];
    const text = `The disk is ${Math.round(used * 100)} % full. Uploads and backups fail when it is full.`;
    return [{ text, keys: ['full'] }];
  },

  async mails(deps) {
    const failures = await findMailFailures(deps);
    if (failures === null) return [];
    const what = failures.count === 1 ? 'One mail was' : `${failures.count} mails were`;
    const { lastAt, reason } = failures;
    const why = reason && reason !== 'other' ? explainMailFailure(reason, 'SMTP_URL') : undefined;
    const text = `${what} not delivered, the last on ${formatDay(lastAt)}. ${why ?? 'A test mail shows why.'}`;
    return [{ text, keys: ['failing'] }];
  },

  async inbox(deps) {
    const { state } = await readInbox(deps);
    if (!state?.failure) return [];
    const why = explainMailFailure(state.failure, 'INBOX_URL');
    const said = state.said ? ` It said: ${state.said}` : '';
    const text = `Replies by mail have not been read since ${formatDay(state.since)}. ${why}${said}`;
    return [{ text, keys: [state.failure] }];
  },
};

const describeWaiting = (count: number, by: string) =>
  count === 1
    ? `1 deletion request needs a decision by ${by}.`
    : `${count} deletion requests need a decision, the first by ${by}.`;

const describeApproved = (count: number, by: string) =>
  `${count === 1 ? 'One approved deletion is' : `${count} approved deletions are`} pending; the data must be erased by ${by}.`;

function describeConcern({ concern, madeAt, checkedAt }: FullBackupsSummary) {
  switch (concern) {
    case 'no_key':
      return 'No backups are made: there is no key yet. Run "npm run backup -- --whole" once and write the key down.';
    case 'not_writable':
      return 'No backups are made: the folder of BACKUP_URL cannot be written. With systemd it needs a ReadWritePaths= drop-in (docs/operating.md, Backups).';
    case 'not_made':
      return `No full backup has succeeded ${sinceDay(madeAt)}.`;
    case 'damaged':
      return 'The last check found something missing or damaged in the full backup.';
    case 'check_failed':
      return 'The last check of a full backup could not be finished.';
    default:
      return `No full backup has been checked ${sinceDay(checkedAt)}.`;
  }
}

const sinceDay = (at: string | null) => (at === null ? 'yet' : `since ${formatDay(at)}`);
