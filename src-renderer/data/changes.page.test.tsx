import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openPageOf, signInHere } from '#tests/support/browsers/page-of.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { Changes } from './changes.tsx';

test('a guest’s page follows only the library, and a user’s page also the user’s tables', async () => {
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

test('a query that failed while the server was unreachable is repeated once it responds', async () => {
  await openPageOf();
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
  vi.spyOn(globalThis, 'fetch').mockReturnValueOnce(answered);
  let isDown = true;
  function Plan() {
    const plan = useQuery({
      queryKey: ['plan'],
      queryFn: () => (isDown ? Promise.reject(new Error('down')) : 'Premium'),
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
  isDown = false;
  answer(new Response(new ReadableStream()));
  await screen.findByText('Premium');
});
