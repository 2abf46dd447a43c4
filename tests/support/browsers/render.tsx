import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render as renderBare } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { createBrowserRouter, RouterProvider, useLocation } from 'react-router-dom';
import { currentPerson, dropPerson } from '#renderer/lib/person.ts';
import { queryClientOf } from '#renderer/lib/requests/query-client.ts';

interface Rendered extends RenderResult {
  readonly user: UserEvent;
  readonly store: ReturnType<typeof currentPerson>['store'];
  readonly queryClient: QueryClient;
  /** The current path: '/profile'. */
  readonly place: () => string;
}

let router: ReturnType<typeof createBrowserRouter> | undefined;

/** Renders with a new jotai store, query client and router. */
export function render(ui: ReactNode, { at = '/' }: { at?: string } = {}): Rendered {
  dropPerson();
  const { store } = currentPerson();
  const queryClient = queryClientOf();
  window.history.replaceState(null, '', at);
  router?.dispose();
  let place = at;
  function Place() {
    place = useLocation().pathname;
    return null;
  }
  const element = (
    <>
      {ui}
      <Place />
    </>
  );
  router = createBrowserRouter([{ path: '*', element }]);
  const result = renderBare(
    <Provider store={store}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Provider>,
  );
  return { ...result, user: userEvent.setup(), store, queryClient, place: () => place };
}
