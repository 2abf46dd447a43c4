import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { z } from 'zod';
import { API_PATHS } from '#contract/words/paths.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/server-process.ts';

const peopleSchema = z.object({
  users: z.array(z.object({ id: z.string(), email: z.string() })),
});
const SEED = resolve(import.meta.dirname, '../../server/cli/seed.ts');

/** Sample people with plays, tickets and subscriptions, so that the admin area has something to show. */
export function addSamplePeople(dataDir: string): void {
  const env = { ...process.env, DATA_DIR: dataDir };
  execFileSync(process.execPath, [SEED, '--demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A name, a subscription and a message for the person with this address. */
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
  await add('notifications', {
    user_id,
    title: 'A new reading for the evening',
    body: 'Evening Scripture Meditation now has a transcript to read along.',
  });
}
