import { expect } from '#tests/support/browsers/expect.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/servers/server-process.ts';

export type AsAdmin = ReturnType<typeof asAdminOf>;

/** Requests as the admin of a server; the first one signs in. Each fails the test if it is refused. */
export function asAdminOf(server: { readonly url: string }) {
  // A retry has a different server.
  const tokens = new Map<string, Promise<string>>();
  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const token = tokens.get(server.url) ?? fetchAdminToken(server);
    tokens.set(server.url, token);
    const answer = await send(server, path, { bearer: await token, method, body, headers });
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
    return answer;
  }
  return {
    get: async (path: string) => (await ask('GET', path)).json(),
    post: (path: string, body?: unknown) => ask('POST', path, body),
    /** Rows of a table, such as `audio_content?id=eq.1`. */
    read: async (rows: string) => (await ask('GET', `/rest/v1/${rows}`)).json(),
    insert: (table: string, rows: object) => ask('POST', `/rest/v1/${table}`, rows),
    update: (rows: string, values: object) => ask('PATCH', `/rest/v1/${rows}`, values),
    remove: (rows: string) => ask('DELETE', `/rest/v1/${rows}`),
    /** Writes a setting of the site. */
    set(key: string, value: unknown) {
      const headers = { prefer: 'resolution=merge-duplicates' };
      return ask('POST', '/rest/v1/settings?on_conflict=key', { key, value }, headers);
    },
  };
}
