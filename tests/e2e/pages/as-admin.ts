import { expect } from 'playwright/test';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';

export type AsAdmin = ReturnType<typeof asAdminOf>;

/** Requests as the admin of a server; the first one signs in. Each fails the test if it is refused. */
export function asAdminOf(server: Pick<ServerProcess, 'url'>) {
  // A retry has another server.
  const sessions = new Map<string, ReturnType<typeof signInAsAdmin>>();
  async function send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const session = sessions.get(server.url) ?? signInAsAdmin(server);
    sessions.set(server.url, session);
    const ask = await session;
    const answer = await ask(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return answer;
  }
  return {
    get: async (path: string) => (await send('GET', path)).json(),
    post: (path: string, body?: unknown) => send('POST', path, { body }),
    /** Rows of a table, such as `audio_content?id=eq.1`. */
    read: async (rows: string) => (await send('GET', `/rest/v1/${rows}`)).json(),
    insert: (table: string, rows: object) => send('POST', `/rest/v1/${table}`, { body: rows }),
    update: (rows: string, values: object) => send('PATCH', `/rest/v1/${rows}`, { body: values }),
    remove: (rows: string) => send('DELETE', `/rest/v1/${rows}`),
    /** Writes a setting of the site. */
    set: (key: string, value: unknown) =>
      send('POST', '/rest/v1/settings?on_conflict=key', {
        headers: { prefer: 'resolution=merge-duplicates' },
        body: { key, value },
      }),
  };
}
