import { expect, test, vi } from 'vitest';
import { openPageOf, signInHere } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { Changes } from './changes.tsx';

test('a guest follows the library only, and a user their own tables too', async () => {
  await openPageOf();
  const requests = vi.spyOn(globalThis, 'fetch');
  const followed = () =>
    requests.mock.calls
      .map(([address]) => new URL(String(address), location.href))
      .findLast(({ pathname }) => pathname === '/realtime/v1/changes')
      ?.searchParams.get('table')
      ?.split(',');
  const guest = render(<Changes />);
  await vi.waitFor(() => expect(followed()).toEqual(['audio_content']));
  guest.unmount();
  await signInHere();
  render(<Changes />);
  await vi.waitFor(() => expect(followed()).toContain('favorites'));
});
