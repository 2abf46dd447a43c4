import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { fetchAdminToken } from '#tests/support/servers/server-process.ts';

/** The published bundle of each client version, including its WebSocket code. */
const VERSIONS = ['2.0', '2.20', '2.38', '2.50', '2.80', 'today'] as const;
const folderOf = (version: string) =>
  version === 'today' ? '@supabase/supabase-js' : `supabase-js-${version}`;

const server = serverOfFile();
let admin: string;
const otherOrigin = createServer((req, res) => {
  const version = VERSIONS.find((one) => req.url === `/${one}.js`);
  if (version === undefined) {
    const html = '<!doctype html><title>An application</title><link rel="icon" href="data:,">';
    res.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
    return;
  }
  const bundle = `../../../node_modules/${folderOf(version)}/dist/umd/supabase.js`;
  res.writeHead(200, { 'Content-Type': 'text/javascript' });
  res.end(readFileSync(resolve(import.meta.dirname, bundle)));
});
beforeFile(async () => {
  admin = await fetchAdminToken(server);
  await once(otherOrigin.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => void otherOrigin.close());

/** Runs in the page as an application for the hosted backend would. */
async function useBackend({ url, key, email }: { url: string; key: string; email: string }) {
  const { supabase: library } = window as unknown as {
    supabase: { createClient: typeof createClient };
  };
  const client = library.createClient(url, key);
  const received: unknown[] = [];
  const joined = new Promise<string>((done) => {
    client
      .channel('public:audio_content')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'audio_content' }, (change) =>
        received.push([change.eventType, 'title' in change.new ? change.new['title'] : '']),
      )
      .subscribe(done);
  });
  Object.assign(window, { received });
  const password = 'the lord is my shepherd';
  await client.auth.signUp({ email, password });
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  const user_id = data.user?.id ?? '';
  const tracks = await client.from('audio_content').select('*').eq('enabled', true);
  const track = tracks.data?.find(({ is_premium }) => !is_premium);
  const one = await client
    .from('audio_content')
    .select('title, description, audio_url, duration')
    .eq('id', track.id)
    .single();
  const writes = [
    await client.from('favorites').insert({ user_id, content_id: track.id }),
    await client.from('profiles').insert([{ id: user_id }]),
    await client.from('profiles').update({ username: 'Mary' }).eq('id', user_id),
    await client.from('favorites').delete().match({ user_id, content_id: track.id }),
  ];
  const plan = await client
    .from('subscriptions')
    .select('plan_type')
    .eq('user_id', user_id)
    .maybeSingle();
  const audio = new Audio(new URL(one.data?.audio_url, url).href);
  audio.muted = true;
  await audio.play();
  await new Promise((done) => audio.addEventListener('timeupdate', done, { once: true }));
  return {
    errors: [error, tracks.error, one.error, plan.error, ...writes.map((write) => write.error)],
    tracks: tracks.data?.length ?? 0,
    joined: await joined,
    isPlaying: !audio.paused,
    id: Number(track.id),
  };
}

test.each(VERSIONS)(
  'a page on another origin with supabase-js %s sends requests, plays a track and receives a change',
  async (version) => {
    // A listening server has a port.
    const { port } = otherOrigin.address() as AddressInfo;
    const page = await openPage(`http://localhost:${port}`);
    // `maybeSingle` of clients up to 2.20 relies on this error when no row matches.
    expectErrors(page, /406 \(Not Acceptable\)/);
    await page.goto('/');
    await page.addScriptTag({ url: `/${version}.js` });
    const email = `someone-${version}@example.com`;
    const done = await page.evaluate(useBackend, { url: server.url, key: DEFAULT_ANON_KEY, email });
    expect(done.errors.filter(Boolean)).toEqual([]);
    expect(done).toMatchObject({ joined: 'SUBSCRIBED', isPlaying: true });
    expect(done.tracks).toBeGreaterThan(5);
    const owner = createClient(server.url, admin, { auth: { persistSession: false } });
    const title = `Renamed for ${version}`;
    await owner.from('audio_content').update({ title }).eq('id', done.id).throwOnError();
    const received = () => page.evaluate(() => Reflect.get(window, 'received'));
    await expect.poll(received).toEqual([['UPDATE', title]]);
    await page.close();
  },
);
