import { act, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function waitSeconds(seconds: number): Promise<void> {
  // One at a time, because React renders at the end of `act`.
  for (let second = 0; second < seconds; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
}

test('a page without an essential part does not reload while sound plays, and reloads afterwards', async () => {
  vi.useFakeTimers();
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue();
  const mediaSession = { playbackState: 'playing' };
  vi.stubGlobal('navigator', { onLine: true, mediaSession });
  vi.stubGlobal('fetch', async () => new Response());
  const Part = lazyComponent(() => Promise.reject(new Error('offline')), { isEssential: true });
  render(<Part />);
  await waitSeconds(30);
  expect(reload).not.toHaveBeenCalled();
  mediaSession.playbackState = 'paused';
  await waitSeconds(30);
  expect(reload).toHaveBeenCalledOnce();
});
