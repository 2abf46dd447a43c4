import { PERSON_EXPORT_VERSION, type PersonExport } from '#contract/calls/person-export.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { isUuid } from '#server/core/ids.ts';
import { longReads } from '#server/core/long-reads.ts';
import {
  type AccountParts,
  findAddress,
  findNewsletter,
  listDeletionRequests,
  readAccount,
} from './person-export.repository.ts';

type ExportDeps = Pick<ServerDeps, 'clock' | 'config' | 'db'>;

/** All data about an account; undefined if it does not exist. */
export async function exportPerson(
  deps: ExportDeps,
  userId: string,
): Promise<PersonExport | undefined> {
  if (!isUuid(userId)) return undefined;
  const email = await findAddress(deps.db.kysely, userId);
  return email === undefined ? undefined : exportSubject(deps, { userId, email });
}

/** All data about an address, with or without an account. */
export async function exportSubject(
  { clock, config, db }: ExportDeps,
  subject: { userId: string | null; email: string },
): Promise<PersonExport> {
  const { userId, email } = subject;
  const reading = longReads(db, userId ?? 'export');
  return {
    version: PERSON_EXPORT_VERSION,
    exported_at: isoNow(clock),
    email,
    ...(userId === null ? WITHOUT_ACCOUNT : await readAccount(reading, userId, config.SITE_URL)),
    newsletter: await findNewsletter(reading, email),
    deletion_requests: await listDeletionRequests(reading, subject),
  };
}

const WITHOUT_ACCOUNT: AccountParts = {
  account: null,
  sessions: [],
  profile: null,
  pictures: [],
  favorites: [],
  plays: [],
  positions: [],
  subscription: null,
  codes: [],
  tickets: [],
  notifications: [],
  consents: [],
};

/** `my-data-2026-01-02.json` */
export function nameExport({ exported_at }: PersonExport, format: 'json' | 'html'): string {
  return `my-data-${exported_at.slice(0, 10)}.${format}`;
}

export const renderExportJson = (data: PersonExport) => [`${JSON.stringify(data, null, 2)}\n`];
