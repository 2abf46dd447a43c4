import { type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ConsentKind, currentConsentText } from '#contract/constants/consent-texts.ts';
import { toast } from '#renderer/components/messages/toast.ts';
import { type ConsentAnswer, consentQuery } from '#renderer/data/consents.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import {
  isUnanswered,
  refetchUntilAnswered,
} from '#renderer/lib/requests/refetch-until-answered.ts';
import { playHistoryKey } from './play-history.tsx';

interface ConsentTools {
  readonly consent: UseQueryResult<ConsentAnswer | null>;
  /** Records an answer to the current text. */
  readonly answer: (granted: boolean) => void;
}

/** Optimistic; rolls back with a message on error. */
export function useConsent(userId: string, kind: ConsentKind): ConsentTools {
  const queryClient = useQueryClient();
  const query = consentQuery(userId, kind);
  const { version } = currentConsentText(kind);
  const { mutate } = useMutation({
    scope: { id: `consent ${kind}` },
    mutationFn: async (granted: boolean) => {
      const row = { user_id: userId, kind, text_version: version, granted };
      await backend().tables.from('consents').insert(row).throwOnError();
    },
    onMutate: async (granted) => {
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      const before = queryClient.getQueryData(query.queryKey);
      const answer: ConsentAnswer = {
        granted,
        textVersion: version,
        at: new Date().toISOString(),
      };
      queryClient.setQueryData(query.queryKey, answer);
      return { before };
    },
    onError: (_error, _granted, context) => {
      queryClient.setQueryData(query.queryKey, context?.before);
      toast.error('Your answer was not saved. Please try again.');
    },
    onSettled: (_data, error) => {
      if (error && isUnanswered(error)) refetchUntilAnswered(queryClient, query.queryKey);
      else void queryClient.invalidateQueries({ queryKey: query.queryKey });
      void queryClient.invalidateQueries({ queryKey: playHistoryKey(userId) });
    },
  });
  return { consent: useQuery(query), answer: mutate };
}
