import {
  type UseMutationResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Backup, BackupsAnswer } from '#contract/backups.ts';
import { API_PATHS } from '#contract/paths.ts';
import { useAdminCall } from '../shared/use-admin-call.ts';

const PATH = `${API_PATHS.admin}/backups`;
const QUERY_KEY = ['admin', 'backups'];

export const backupPath = ({ name }: Pick<Backup, 'name'>, deed = '') =>
  `${PATH}/${encodeURIComponent(name)}${deed}`;

export function useBackups() {
  const call = useAdminCall();
  return useQuery({
    queryKey: QUERY_KEY,
    queryFn: async ({ signal }): Promise<BackupsAnswer> => {
      const answer = await call(PATH, { method: 'GET', signal });
      // Written by our own server from this type.
      return (await answer.json()) as BackupsAnswer;
    },
  });
}

/** A deed after which the list is another one. */
export function useBackupDeed<Input = void>(
  deed: (call: ReturnType<typeof useAdminCall>, input: Input) => Promise<unknown>,
  onDone: (input: Input) => void = () => undefined,
): UseMutationResult<unknown, Error, Input> {
  const call = useAdminCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => deed(call, input),
    onSuccess: (_answer, input) => {
      onDone(input);
      return queryClient.invalidateQueries({ queryKey: QUERY_KEY });
    },
  });
}

export const makeBackup = (call: ReturnType<typeof useAdminCall>) => call(PATH);
export const uploadBackup = (call: ReturnType<typeof useAdminCall>, file: File) =>
  call(`${PATH}/uploads`, { body: file });
