import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { lazyComponent } from './lazy-component.tsx';
import { BrokenPage } from './messages/broken-page.tsx';

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

/** Counts reloads of a page that plays sound and cannot load its chunk. */
function failWhilePlaying() {
  vi.useFakeTimers();
  const mediaSession = { playbackState: 'playing' };
  vi.stubGlobal('navigator', { onLine: true, mediaSession });
  vi.stubGlobal('fetch', async () => new Response());
  sessionStorage.clear();
  return { reload: vi.spyOn(window.location, 'reload').mockReturnValue(), mediaSession };
}

const importNothing = () => Promise.reject(new Error('offline'));

test('a page without an essential part does not reload while sound plays, and reloads afterwards', async () => {
  const { reload, mediaSession } = failWhilePlaying();
  const Part = lazyComponent(importNothing, { isEssential: true });
  render(<Part />);
  await waitSeconds(30);
  expect(reload).not.toHaveBeenCalled();
  mediaSession.playbackState = 'paused';
  await waitSeconds(30);
  expect(reload).toHaveBeenCalledOnce();
});

test('a page that failed to load reloads while sound plays only when "Try again" fails', async () => {
  const { reload } = failWhilePlaying();
  const Part = lazyComponent(importNothing, { Missing: BrokenPage });
  render(<Part />);
  await waitSeconds(30);
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText('Try again'));
  await waitSeconds(1);
  expect(reload).toHaveBeenCalledOnce();
});
