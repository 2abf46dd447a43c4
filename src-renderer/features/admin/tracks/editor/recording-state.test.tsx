import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Recording } from '#contract/rows/recordings.ts';
import { adminTokenAtom } from '#renderer/features/admin/admin-session.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { RecordingState } from './recording-state.tsx';
import { NEW_TRACK } from './track-form.ts';

const PATH = '/storage/v1/object/public/audio/a.mp3';
const measuring: Partial<Recording> = {
  path: PATH,
  state: 'measuring',
  bytes: 1_440_000,
  codec: 'mp3',
  bitrate: 128_000,
  seconds: null,
  peaks: null,
  progress: 0.4,
  is_stopped: false,
  levelled_path: null,
  levelled_bytes: null,
};

test('[D2] a refused stop shows the server’s reason', async () => {
  const answer = (address: RequestInfo | URL) => {
    const { pathname, href } = new URL(String(address), window.location.href);
    const response =
      pathname === '/rest/v1/recordings'
        ? Response.json([measuring])
        : Response.json({ message: 'The disk is full.' }, { status: 500 });
    return Promise.resolve(Object.defineProperty(response, 'url', { value: href }));
  };
  vi.stubGlobal('fetch', answer);
  const draft = { ...NEW_TRACK, audio_url: PATH };
  const { store, user } = render(<RecordingState draft={draft} onChange={vi.fn()} />);
  store.set(adminTokenAtom, {
    access_token: 'a.e30.c',
    token_type: 'bearer',
    expires_in: 600,
    expires_at: Date.now() / 1000 + 600,
  });
  await user.click(await screen.findByRole('button', { name: 'Stop' }, { timeout: 5_000 }));
  expect((await screen.findByRole('alert')).textContent).toBe('The disk is full.');
});
