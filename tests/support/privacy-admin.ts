import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { TestServer } from './servers/create-test-server.ts';
import { fetchAdminToken, type SignedIn } from './sign-in.ts';

export interface PrivacyAdmin {
  readonly admin: string;
  /** Posts below `/admin/v1` as the admin, unless another token is given; null for none. */
  post(path: string, body?: unknown, bearer?: string | null): Promise<Response>;
  /** Files a request for the signed-in user's own account; returns its number. */
  ask(mother: SignedIn, part?: Record<string, unknown>): Promise<number>;
  requests(): Promise<Record<string, unknown>[]>;
}

/** The admin API for deletion requests, on the real server. */
export async function createPrivacyAdmin(server: TestServer): Promise<PrivacyAdmin> {
  const admin = await fetchAdminToken(server);
  const send = (path: string, body: unknown, bearer: string | null) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(bearer === null ? {} : { Authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
    });
  const requests = () =>
    server.db.kysely.selectFrom('deletion_requests').selectAll().orderBy('id').execute();
  return {
    admin,
    post: (path, body = {}, bearer = admin) => send(API_PATHS.admin + path, body, bearer),
    async ask({ email, session }, part = {}) {
      const form = { email, reason: 'other', confirmDeletion: true, ...part };
      const answer = await send(API_PATHS.accountDeletion, form, session.access_token);
      if (answer.status !== 202) throw new Error(await answer.text());
      const id = (await requests()).at(-1)?.id;
      if (id === undefined) throw new Error('the request was not written down');
      return id;
    },
    requests,
  };
}
