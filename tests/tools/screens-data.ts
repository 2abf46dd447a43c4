import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { z } from 'zod';
import { API_PATHS } from '#contract/words/paths.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/server-process.ts';

const peopleSchema = z.object({
  users: z.array(z.object({ id: z.string(), email: z.string() })),
});
/** Who is to come into the admin area too, and has not yet. */
export const INVITED = { email: 'hanna@example.org', name: 'Hanna', role: 'editor' } as const;
const SEED = resolve(import.meta.dirname, '../../server/cli/seed.ts');

/** Sample people with plays, tickets and subscriptions, so that the admin area has something to show. */
export function addSamplePeople(dataDir: string): void {
  const env = { ...process.env, DATA_DIR: dataDir };
  execFileSync(process.execPath, [SEED, '--demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A backup, a kiosk and a mail, which only the running server makes. */
export async function fillAdminScreens(server: ServerProcess): Promise<void> {
  const admin = await signInAsAdmin(server);
  const make = async (path: string, body: unknown) => {
    const answer = await admin(`${API_PATHS.admin}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  };
  await make('/backups', {});
  await make('/mail-test', { to: 'hanna@example.org' });
  await make('/kiosks', { name: 'Waiting room' });
  await make('/admins', INVITED);
}

/** A name, a subscription, a ticket and a message for the person with this address. */
export async function fillHerScreens(server: ServerProcess, email: string): Promise<void> {
  const admin = await signInAsAdmin(server);
  const people = await admin(`${API_PATHS.auth}/admin/users?per_page=1000`);
  const { users } = peopleSchema.parse(await people.json());
  const user_id = users.find((person) => person.email === email)?.id;
  const add = async (table: string, rows: unknown) => {
    const answer = await admin(`${API_PATHS.tables}/${table}`, {
      method: 'POST',
      headers: { Prefer: 'resolution=merge-duplicates' },
      body: JSON.stringify(rows),
    });
    if (!answer.ok) throw new Error(`${table}: ${await answer.text()}`);
  };
  await add('profiles', { id: user_id, username: 'Ruth' });
  await add('subscriptions', {
    user_id,
    plan_type: 'Premium',
    status: 'active',
    end_date: '2027-06-30T00:00:00Z',
  });
  await add('support_tickets', {
    user_id,
    subject: 'The sound stops',
    message: 'It stops when my screen goes dark.',
    status: 'answered',
    answer: 'Please choose the charging mode once more, and it goes on.',
  });
  await add('notifications', {
    user_id,
    title: 'A new reading for the evening',
    body: 'Evening Scripture Meditation now has a transcript to read along.',
  });
}
