import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#renderer/components/messages/toast.ts';
import type { CallName, CallOptions } from '#renderer/lib/requests/call.ts';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';

interface Toasts {
  readonly done?: string;
  /** The title of the error toast; without one, the caller shows the error. */
  readonly failed?: string;
}

/** A mutation as the admin; pending until the queries of `['admin', name]` are refetched. */
export function useAdminAction<Input = void, Output = unknown>(
  name: string,
  action: (backend: AdminBackend, input: Input) => PromiseLike<Output>,
  { done, failed }: Toasts = {},
): UseMutationResult<Output, Error, Input> {
  const backend = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => action(backend, input),
    onSuccess: () => done !== undefined && toast.success(done),
    onError: ({ message }) => failed !== undefined && toast.error(failed, message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', name] }),
  });
}

/** A call of our API as the admin; `mutate` takes the call's options. */
export const useAdminCall = <Name extends CallName>(name: string, call: Name, toasts?: Toasts) =>
  useAdminAction(
    name,
    (backend, options: CallOptions<Name>) => backend.call(call, options),
    toasts,
  );
