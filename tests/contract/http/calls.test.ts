import { describe, expect, test } from 'vitest';
import { CALLS } from '#contract/calls/calls.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createApp } from '#server/app.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { listRoutes } from '#tests/support/servers/list-routes.ts';

/** Our own endpoint below GoTrue's path. */
const HAND_OVER = `${API_PATHS.auth}/hand-over/`;

describe('the table of calls', () => {
  test('matches the mounted routes, and no other is mounted below the admin’s path', async () => {
    const server = await createTestServer();
    const mounted = listRoutes(createApp(server.deps).routes).map(
      ({ method, path }) => `${method} ${path}`,
    );
    const named = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`);
    expect(mounted).toEqual(expect.arrayContaining(named));
    const ours = mounted.filter(
      (route) => route.includes(` ${API_PATHS.admin}/`) || route.includes(` ${HAND_OVER}`),
    );
    expect(ours.filter((route) => !named.includes(route))).toEqual([]);
  });

  test('has one name for each address', () => {
    const addresses = Object.values(CALLS).map(({ method, path }) => `${method} ${path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });
});
