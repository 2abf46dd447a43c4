import { inject } from 'vitest';

/** The run's own PostgreSQL, started by the first question, and a migrated database to copy from. */
export async function findPostgres(): Promise<{ url: string; template: string }> {
  const answer = await fetch(inject('postgresStarter'));
  if (!answer.ok) throw new Error(await answer.text());
  // our own global set-up wrote it
  return (await answer.json()) as { url: string; template: string };
}
