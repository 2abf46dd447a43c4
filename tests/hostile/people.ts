import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { PLANTED, type Target } from './attack.ts';

const PASSWORD = 'the lord is my shepherd';

const clientOf = (url: string): SupabaseClient =>
  createClient(url, DEFAULT_ANON_KEY, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

async function signUp(url: string, email: string) {
  const client = clientOf(url);
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  if (!data.session) throw new Error(`${email} has to confirm first: is AUTH_AUTOCONFIRM off?`);
  return { client, id: data.session.user.id, token: data.session.access_token };
}

async function must(answer: PromiseLike<{ error: unknown }>): Promise<void> {
  const { error } = await answer;
  if (error) throw error;
}

/**
 * Creates two users through the public API. The other user's data carries the planted word; the attacker has a thousand
 * plays, so that reads of nested lists can be expensive.
 */
export async function createTarget(url: string, adminToken: string): Promise<Target> {
  const [attacker, other] = [
    await signUp(url, 'attacker@example.com'),
    await signUp(url, `${PLANTED.toLowerCase()}@example.com`),
  ];
  await must(other.client.from('profiles').upsert({ id: other.id, username: PLANTED }));
  await must(
    other.client
      .from('support_tickets')
      .insert({ user_id: other.id, subject: PLANTED, message: PLANTED, status: 'open' }),
  );
  await must(other.client.from('favorites').insert({ user_id: other.id, content_id: 2 }));
  const plays = Array.from({ length: 50 }, (_, at) => ({
    user_id: attacker.id,
    content_id: (at % 10) + 1,
    action_type: 'play',
  }));
  for (let round = 0; round < 20; round += 1)
    await attacker.client.from('user_activity').insert(plays);
  return {
    url,
    known: {
      attackerId: attacker.id,
      otherId: other.id,
      attackerEmail: 'attacker@example.com',
      password: PASSWORD,
      recording: publicObjectPath('audio', 'none.mp3'),
    },
    tokens: {
      attacker: attacker.token,
      admin: adminToken,
      forged: `${attacker.token.slice(0, -6)}AAAAAA`,
    },
  };
}
