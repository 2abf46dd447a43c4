import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { createCall } from '#renderer/lib/requests/call.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import type { TestUser } from '#tests/support/test-user.ts';
import { INVITED } from './screen-states.ts';

const SEED = resolve(import.meta.dirname, '../../server/cli/seed.ts');

/** Sample people with plays, tickets and subscriptions, so that the admin area has something to show. */
export function addSamplePeople(dataDir: string): void {
  const env = { ...process.env, DATA_DIR: dataDir };
  execFileSync(process.execPath, [SEED, '--demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A backup, a kiosk, a mail and an admin: only a running server creates them. */
export async function fillAdminScreens(server: ServerProcess): Promise<void> {
  // The call passes only paths, which this function accepts.
  const call = createCall((await signInAsAdmin(server)) as typeof fetch);
  await call('makeBackup');
  await call('testMail', { input: { to: 'hanna@example.org' } });
  await call('addKiosk', { input: { name: 'Waiting room' } });
  await call('inviteAdmin', { input: INVITED });
}

/** Favourites, a name, a subscription, an answered ticket and a message for this user. */
export async function fillUserScreens(server: ServerProcess, { id, client }: TestUser) {
  const favorites = [1, 3, 8].map((content_id) => ({ user_id: id, content_id }));
  await client.from('favorites').insert(favorites).throwOnError();
  const admin = await signInAsAdmin(server);
  const rows = {
    profiles: { id, username: 'Ruth' },
    subscriptions: {
      user_id: id,
      plan_type: 'Premium',
      status: 'active',
      end_date: '2027-06-30T00:00:00Z',
    },
    support_tickets: {
      user_id: id,
      subject: 'The sound stops',
      message: 'It stops when my screen goes dark.',
      status: 'answered',
      answer: 'Please choose the charging mode once more, and it continues.',
    },
    notifications: {
      user_id: id,
      title: 'A new reading for the evening',
      body: 'Evening Scripture Meditation now has a transcript to read along.',
    },
  };
  for (const [table, row] of Object.entries(rows)) {
    const answer = await admin(`/rest/v1/${table}`, {
      method: 'POST',
      headers: { Prefer: 'resolution=merge-duplicates' },
      body: JSON.stringify(row),
    });
    if (!answer.ok) throw new Error(`${table}: ${await answer.text()}`);
  }
}
