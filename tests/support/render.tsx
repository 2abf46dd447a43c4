import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render as renderBare } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { currentPerson, dropPerson } from '#renderer/lib/person.ts';
import { queryClientOf } from '#renderer/lib/query-client.ts';
import { BrowserRouter, useLocation } from '#renderer/lib/router.tsx';

interface Rendered extends RenderResult {
  readonly user: UserEvent;
  readonly store: ReturnType<typeof currentPerson>['store'];
  readonly queryClient: QueryClient;
  /** Where the links and buttons have led: '/profile'. */
  readonly place: () => string;
}

/** Shows it to somebody new: a jotai store, a query client and an address of their own. */
export function render(ui: ReactNode, { at = '/' }: { at?: string } = {}): Rendered {
  dropPerson();
  const { store } = currentPerson();
  const queryClient = queryClientOf();
  window.history.replaceState(null, '', at);
  let place = at;
  function Place() {
    place = useLocation().pathname;
    return null;
  }
  const result = renderBare(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          {ui}
          <Place />
        </BrowserRouter>
      </QueryClientProvider>
    </Provider>,
  );
  return { ...result, user: userEvent.setup(), store, queryClient, place: () => place };
}
