import { matchRoutes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { createRoutes } from './routes.tsx';

test('the server resolves a page’s routes without waiting for browser services', async () => {
  vi.useFakeTimers();
  const matched = matchRoutes(createRoutes(), '/login') ?? [];
  const parts = await Promise.all(
    matched.map(({ route }) => (typeof route.lazy === 'function' ? route.lazy() : undefined)),
  );
  expect(parts.filter(Boolean)).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
