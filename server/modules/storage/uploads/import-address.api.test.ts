import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { startFileHost } from '#tests/support/servers/certificate.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const PICTURE = await sharp({
  create: { width: 200, height: 200, channels: 3, background: '#345' },
})
  .jpeg()
  .toBuffer();
const host = await startFileHost((req, res) => {
  const path = req.url ?? '';
  if (path === '/moved') res.writeHead(302, { Location: '/a%20picture.jpg' }).end();
  else if (path === '/loop') res.writeHead(302, { Location: '/loop' }).end();
  else if (path === '/to-http') res.writeHead(302, { Location: 'http://127.0.0.1/x' }).end();
  else if (path === '/huge') res.writeHead(200, { 'Content-Length': '99999999999' }).write('x');
  else if (path === '/endless') sendEndlessly(res);
  else if (path === '/cut') {
    res.writeHead(200, { 'Content-Length': String(PICTURE.length) });
    res.write(PICTURE.subarray(0, 100), () => res.destroy());
  } else if (path === '/page') res.end('<h1>no picture</h1>');
  else if (path.endsWith('.jpg')) res.end(PICTURE);
  else res.writeHead(404).end();
});
const elsewhere = host.url;
setDefaultCACertificates([...getCACertificates(), host.cert]);
const server = await createTestServer({ config: { IMPORT_NETWORKS: ['127.0.0.1/32'] } });
const guarded = await createTestServer();
const admin = await fetchAdminToken(server);
const person = await signUp(server);
afterAll(() => host.stop());

function sendEndlessly(res: NodeJS.WritableStream): void {
  const chunk = Buffer.alloc(1024 * 1024);
  const write = () => {
    while (res.writable && res.write(chunk));
  };
  res.on('drain', write);
  write();
}

async function bring(address: unknown, { to = 'images/a.jpg', token = admin, at = server } = {}) {
  const answer = await send(at, `/storage/v1/import/${to}`, { bearer: token, body: { address } });
  return { status: answer.status, body: await answer.json() };
}

const isThere = async (path: string) =>
  (await fetch(`${server.url}/storage/v1/object/public/${path}`)).ok;

test('the admin imports a picture from an external address, stored like an upload', async () => {
  const { status, body } = await bring(`${elsewhere}/moved`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      Key: 'images/a.jpg',
      contentType: 'image/jpeg',
      name: expect.stringMatching(/^a-picture-/),
    },
  });
  const stored = await fetch(server.url + body.path);
  expect(stored.headers.get('content-type')).toBe('image/jpeg');
  expect(await isThere('images/a.jpg')).toBe(true);
});

test('[D2] external files of a track are imported', async () => {
  const tracks = server.supabase(admin).from('audio_content');
  const track = { title: 'Still', category: 'PREGNANCY', duration: 60 };
  const covers = { audio_url: '', enabled: false, image_url: `${elsewhere}/cover.jpg` };
  const added = await tracks.insert([covers, covers].map((row) => ({ ...track, ...row }))).select();
  expect(added.error).toBeNull();
  const addresses = added.data?.map(({ image_url }) => new URL(image_url, server.url).pathname);
  expect(addresses).toEqual([
    expect.stringMatching(/^\/storage\/v1\/object\/public\/images\/cover-/),
    addresses?.[0],
  ]);
  const [{ id = 0 } = {}] = added.data ?? [];
  const refused = await tracks.update({ image_url: `${elsewhere}/page` }).eq('id', id);
  expect(refused).toMatchObject({ status: 400, error: { code: '23514' } });
  const many = Array.from({ length: 11 }, (_, index) => ({
    ...track,
    ...covers,
    image_url: `${elsewhere}/${index}.jpg`,
  }));
  expect(await tracks.insert(many)).toMatchObject({ status: 400, error: { code: '23514' } });
});

test('a user imports a picture into their own avatar folder, and nowhere else', async () => {
  const token = person.session.access_token;
  const own = await bring(`${elsewhere}/me.jpg`, { to: `avatars/${person.user.id}/me.jpg`, token });
  expect(own.status).toBe(200);
  for (const to of ['avatars/somebody/me.jpg', 'images/b.jpg', 'audio/b.mp3']) {
    expect((await bring(`${elsewhere}/me.jpg`, { to, token })).status).toBe(403);
  }
  expect((await bring(`${elsewhere}/me.jpg`, { token: '' })).status).toBe(401);
});

test.each([
  ['/page', 415],
  ['/gone', 400],
  ['/loop', 400],
  ['/huge', 413],
  ['/endless', 413],
  ['/cut', 400],
])('%s is refused with status %i, and nothing is stored', async (path, status) => {
  const answer = await bring(elsewhere + path, {
    to: `avatars/${person.user.id}/refused.jpg`,
    token: person.session.access_token,
  });
  expect(answer).toMatchObject({ status, body: { message: expect.any(String) } });
  expect(await isThere(`avatars/${person.user.id}/refused.jpg`)).toBe(false);
});

test('a redirect to an address without https is not followed', async () => {
  expect((await bring(`${elsewhere}/to-http`)).body.message).toContain('must begin with https://');
});

test.each(['http://example.com/a.jpg', 'file:///etc/passwd', 'no address', 7])(
  '%j is refused as an address',
  async (address) => {
    expect(await bring(address)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('https://') },
    });
  },
);

test('no private or reserved network is requested, by any name or number', async () => {
  const token = await fetchAdminToken(guarded);
  const { port } = new URL(elsewhere);
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '[::]',
    '169.254.169.254',
    '10.0.0.1',
    '192.168.1.1',
    '[fd00::1]',
    '[64:ff9b::7f00:1]',
  ]) {
    const answer = await bring(`https://${host}:${port}/me.jpg`, { token, at: guarded });
    expect({ host, status: answer.status, message: answer.body.message }).toEqual({
      host,
      status: 400,
      message: 'The file at this address could not be fetched: no public server answers there.',
    });
  }
});
