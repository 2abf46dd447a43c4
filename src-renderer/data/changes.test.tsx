import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
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

test('what failed while the server was away is fetched again once it answers', async () => {
  await openPageOf();
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
  vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(answered);
  let isAway = true;
  function Plan() {
    const plan = useQuery({
      queryKey: ['plan'],
      queryFn: () => (isAway ? Promise.reject(new Error('away')) : 'Premium'),
      retry: false,
    });
    return <p>{plan.error ? 'Failed' : plan.data}</p>;
  }
  render(
    <>
      <Changes />
      <Plan />
    </>,
  );
  await screen.findByText('Failed');
  isAway = false;
  answer(new Response(new ReadableStream()));
  await screen.findByText('Premium');
});
