import { inject } from 'vitest';

/** The run's shared PostgreSQL, started by the first call, and a migrated template database. */
export async function findPostgres(): Promise<{ url: string; template: string }> {
  const answer = await fetch(inject('postgresStarter'));
  if (!answer.ok) throw new Error(await answer.text());
  // Written by our own global setup.
  return (await answer.json()) as { url: string; template: string };
}
