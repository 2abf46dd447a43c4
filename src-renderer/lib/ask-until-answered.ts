import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** One that is stuck in a dead connection says nothing of a new one. */
const AGAIN_MS = 10_000;

const asking = new WeakSet<Query>();

/** Nobody has answered, or somebody on the way: whatever our server refuses has a code. */
export const isUnanswered = (error: unknown): boolean => !Reflect.get(Object(error), 'code');

/** What a write that nobody has answered did, only the server knows: what it holds is asked for until it says so. */
export function askUntilAnswered(client: QueryClient, queryKey: QueryKey): void {
  const query = client.getQueryCache().find({ queryKey });
  if (!query || asking.has(query)) return;
  asking.add(query);
  const ask = () => {
    const timer = setTimeout(askAgain, AGAIN_MS);
    const rest = () => {
      clearTimeout(timer);
      asking.delete(query);
    };
    client
      .refetchQueries({ queryKey, exact: true }, { throwOnError: true })
      .then(rest, (error: unknown) => isUnanswered(error) || rest());
  };
  const askAgain = () => {
    // What she has pressed since is shown already, and the server may not have heard of it.
    if (client.isMutating() > 0) setTimeout(askAgain, AGAIN_MS);
    else ask();
  };
  ask();
}
