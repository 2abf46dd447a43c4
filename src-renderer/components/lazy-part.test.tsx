import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { lazyPart, PartMissingError } from './lazy-part.tsx';

const Page = () => <h1>Home</h1>;

describe('a part in a chunk of its own', () => {
  test('that was fetched before stands in the first frame, without a word of waiting', async () => {
    const { load, Component } = lazyPart(async () => Page);
    await load();
    render(
      <Suspense fallback="Loading">
        <Component />
      </Suspense>,
    );
    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
  });

  test('that is on its way is waited for', async () => {
    let arrive: (page: typeof Page) => void = () => undefined;
    const { Component } = lazyPart(() => new Promise<typeof Page>((resolve) => (arrive = resolve)));
    await act(async () =>
      render(
        <Suspense fallback="Loading">
          <Component />
        </Suspense>,
      ),
    );
    expect(screen.getByText('Loading')).toBeTruthy();
    await act(async () => arrive(Page));
    expect(screen.getByRole('heading', { name: 'Home' })).toBeTruthy();
  });

  test('is asked for once, however many want it', async () => {
    let asked = 0;
    const { load } = lazyPart(async () => {
      asked += 1;
      return Page;
    });
    await Promise.all([load(), load()]);
    expect(asked).toBe(1);
  });
});

const failing = () => vi.fn<() => Promise<typeof Page>>().mockRejectedValue(new Error('no line'));

/** What React does with a part that failed: it renders, asks, hears, and renders again. */
async function askOften(load: () => Promise<unknown>, seconds: number): Promise<void> {
  for (let tenths = 0; tenths < seconds * 10; tenths += 1) {
    await load().catch(() => undefined);
    vi.advanceTimersByTime(100);
  }
}

describe('a part that does not come', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('is asked for in steps that grow to half a minute', async () => {
    const importPart = failing();
    const { load } = lazyPart(importPart);
    await askOften(load, 10);
    expect(importPart).toHaveBeenCalledTimes(4);
    await askOften(load, 600);
    expect(importPart.mock.calls.length).toBeLessThan(30);
  });

  test('between two steps everybody hears of the last one, without a new promise to wait for', async () => {
    const { load } = lazyPart(failing());
    const first = load();
    await expect(first).rejects.toThrow(PartMissingError);
    expect(load()).toBe(first);
  });

  test('whoever wishes it may ask again sooner, though not in a storm', async () => {
    const importPart = failing();
    const { load } = lazyPart(importPart);
    await askOften(load, 10);
    const missing = await load().catch((error: unknown) => error);
    expect(missing).toBeInstanceOf(PartMissingError);
    const { retry } = missing as PartMissingError;
    await retry().catch(() => undefined);
    await retry().catch(() => undefined);
    expect(importPart).toHaveBeenCalledTimes(5);
    importPart.mockResolvedValue(Page);
    vi.advanceTimersByTime(1_000);
    expect(await retry()).toBe(Page);
  });

  test('that has come is never asked for again', async () => {
    const importPart = failing().mockResolvedValue(Page);
    const { load } = lazyPart(importPart);
    await askOften(load, 60);
    expect(importPart).toHaveBeenCalledOnce();
  });
});
