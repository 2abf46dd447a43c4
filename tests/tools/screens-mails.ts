import { createClient } from '@supabase/supabase-js';
import { DEFAULT_ANON_KEY } from '#contract/words/public-config.ts';
import { createCall } from '#renderer/lib/call.ts';
import { type ReceivedMail, readOutbox } from '#tests/support/outbox.ts';
import {
  fetchAdminToken,
  type ServerProcess,
  signInAsAdmin,
  startServerProcess,
} from '#tests/support/server-process.ts';

const PASSWORD = 'a lamp unto my feet';
const ENV = {
  AUTH_AUTOCONFIRM: 'off',
  AUTH_MAGIC_LINK: 'on',
  AUTH_MAIL_INTERVAL_S: '0',
  AUTH_RATE_LIMIT: '0',
};
const WITHOUT_STORE = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** Every kind of mail that the server writes to somebody, as it is written. */
export async function writeEveryMail(): Promise<ReceivedMail[]> {
  const server = await startServerProcess({ env: ENV });
  try {
    await askForMails(server);
    return readOutbox(server.dataDir);
  } finally {
    await server.stop();
  }
}

async function askForMails(server: ServerProcess): Promise<void> {
  const clientOf = (key: string) => createClient(server.url, key, { auth: WITHOUT_STORE });
  const asAdmin = clientOf(await fetchAdminToken(server)).auth.admin;
  const call = createCall((await signInAsAdmin(server)) as typeof fetch);
  const guest = clientOf(DEFAULT_ANON_KEY);

  /** Somebody who has confirmed her address and signs in. */
  const enter = async (email: string) => {
    await must(asAdmin.createUser({ email, password: PASSWORD, email_confirm: true }));
    const client = clientOf(DEFAULT_ANON_KEY);
    const { user, session } = await must(
      client.auth.signInWithPassword({ email, password: PASSWORD }),
    );
    return { client, id: user?.id, email, token: session?.access_token };
  };
  const askDeletion = async (email: string, token?: string) => {
    const fetchAs: typeof fetch = (path, init) =>
      fetch(`${server.url}${path}`, {
        ...init,
        headers: { ...init?.headers, ...(token && { Authorization: `Bearer ${token}` }) },
      });
    await createCall(fetchAs)('requestDeletion', {
      input: { email, reason: 'other', confirmDeletion: true, dataDownload: true },
    });
    const { data } = await clientOf(await fetchAdminToken(server))
      .from('deletion_requests')
      .select('id')
      .order('id', { ascending: false })
      .limit(1)
      .single()
      .throwOnError();
    return Number(data.id);
  };

  await must(guest.auth.signUp({ email: 'ruth@example.org', password: PASSWORD }));
  const hanna = await enter('hanna@example.org');
  await must(guest.auth.signUp({ email: hanna.email, password: PASSWORD }));
  await must(guest.auth.signInWithOtp({ email: hanna.email }));
  await must(guest.auth.resetPasswordForEmail(hanna.email));
  await must(asAdmin.inviteUserByEmail('naomi@example.org'));
  await must(hanna.client.auth.reauthenticate());
  await must(hanna.client.auth.updateUser({ email: 'hanna.new@example.org' }));
  await createCall((path, init) => fetch(`${server.url}${path}`, init))('subscribe', {
    input: { email: 'lydia@example.org', source: 'landing' },
  });
  await call('testMail', { input: { to: 'owner@example.org' } });

  const ticket = { subject: 'The sound stops', message: 'At night.', status: 'open' };
  const { data } = await hanna.client
    .from('support_tickets')
    .insert({ ...ticket, user_id: hanna.id })
    .select('id')
    .single()
    .throwOnError();
  await call('answerTicket', {
    params: { id: data.id },
    input: {
      answer:
        'Thank you for writing.\n\nPlease charge the phone and let the page stay open; then it goes on by itself.',
      isClosed: false,
    },
  });

  await askDeletion('hanna@example.org');
  const dinah = await enter('dinah@example.org');
  await call('approveDeletion', {
    params: { id: await askDeletion(dinah.email, dinah.token) },
  });
  // Whoever is erased gets one last mail; what still waits for her goes with her.
  const leah = await enter('leah@example.org');
  const ofLeah = await askDeletion(leah.email, leah.token);
  await call('approveDeletion', { params: { id: ofLeah } });
  await call('carryOutErasure', { params: { id: ofLeah }, input: { email: leah.email } });
  const orpah = await enter('orpah@example.org');
  await call('refuseDeletion', {
    params: { id: await askDeletion(orpah.email, orpah.token) },
    input: { reason: 'You asked us this morning to keep everything until your child is born.' },
  });
}

async function must<Answer extends { data: unknown; error: Error | null }>(
  asked: Promise<Answer>,
): Promise<Answer['data']> {
  const { data, error } = await asked;
  if (error) throw error;
  return data;
}
