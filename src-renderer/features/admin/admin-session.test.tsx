import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import { expect, test } from 'vitest';
import type { AdminToken } from '#contract/calls/auth.ts';
import { adminTokenAtom, useAdminBackend } from './admin-session.ts';

const tokenOf = (access_token: string): AdminToken => ({
  access_token,
  token_type: 'bearer',
  expires_in: 1200,
  expires_at: 1_795_000_000,
});

test('[D1] a rejected token locks its own session, and not one that replaced it', () => {
  const store = createStore();
  store.set(adminTokenAtom, tokenOf('first'));
  const { result } = renderHook(useAdminBackend, {
    wrapper: ({ children }) => <Provider store={store}>{children}</Provider>,
  });
  const first = result.current;
  act(() => store.set(adminTokenAtom, tokenOf('renewed')));
  act(() => first.lock());
  expect(store.get(adminTokenAtom)).toEqual(tokenOf('renewed'));
  act(() => result.current.lock());
  expect(store.get(adminTokenAtom)).toBeNull();
});
