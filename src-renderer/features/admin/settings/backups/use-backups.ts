import {
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type AdminBackend, useAdminBackend } from '#renderer/features/admin/admin-session.ts';

const QUERY_KEY = ['admin', 'backups'];

export function useBackups() {
  const { call } = useAdminBackend();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call('getBackups', { signal }),
  });
}

/** Refetches the list of backups after an action. */
export function useBackupAction<Input = void>(
  action: (call: AdminBackend['call'], input: Input) => Promise<unknown>,
  onDone: (input: Input) => void = () => undefined,
): UseMutationResult<unknown, Error, Input> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => action(call, input),
    onSuccess: (_answer, input) => {
      onDone(input);
      return queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    },
  });
}
