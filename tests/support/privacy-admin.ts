import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { TestServer } from './servers/create-test-server.ts';
import { callAdmin, send } from './servers/send.ts';
import { fetchAdminToken, type SignedIn } from './sign-in.ts';

export interface PrivacyAdmin {
  readonly admin: string;
  /** Posts below `/admin/v1` as the admin. */
  post(path: string, body?: unknown): Promise<Response>;
  /** Files a request for the signed-in user's own account; returns its number. */
  ask(user: SignedIn, part?: Record<string, unknown>): Promise<number>;
  requests(): Promise<Record<string, unknown>[]>;
}

/** The admin API for deletion requests, on the real server. */
export async function createPrivacyAdmin(server: TestServer): Promise<PrivacyAdmin> {
  const admin = await fetchAdminToken(server);
  const requests = () =>
    server.db.kysely.selectFrom('deletion_requests').selectAll().orderBy('id').execute();
  return {
    admin,
    post: (path, body = {}) => callAdmin(server, path, { bearer: admin, body }),
    async ask({ email, session }, part = {}) {
      const form = { email, reason: 'other', confirmDeletion: true, ...part };
      const bearer = session.access_token;
      const answer = await send(server, API_PATHS.accountDeletion, { bearer, body: form });
      if (answer.status !== 202) throw new Error(await answer.text());
      const id = (await requests()).at(-1)?.id;
      if (id === undefined) throw new Error('the request was not stored');
      return id;
    },
    requests,
  };
}
