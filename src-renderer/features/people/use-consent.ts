import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { toast } from '#renderer/components/messages/toast.ts';
import { type ConsentAnswer, consentQuery } from '#renderer/data/consents.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { playHistoryKey } from './play-history.tsx';

const KIND = 'play_log';

/**
 * The consent to a listening history, and a function that records an answer to its current text. Optimistic; rolls back
 * with a message on error.
 */
export function useConsent(userId: string) {
  const queryClient = useQueryClient();
  const query = consentQuery(userId, KIND);
  const { version } = currentConsentText(KIND);
  const { mutate: answer } = useMutation({
    scope: { id: 'consent' },
    mutationFn: async (granted: boolean) => {
      const row = { user_id: userId, kind: KIND, text_version: version, granted };
      await backend().tables.from('consents').insert(row).throwOnError();
    },
    onMutate: async (granted) => {
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      const before = queryClient.getQueryData(query.queryKey);
      const at = new Date().toISOString();
      const given: ConsentAnswer = { granted, textVersion: version, at };
      queryClient.setQueryData(query.queryKey, given);
      return { before };
    },
    onError: (_error, _granted, context) => {
      queryClient.setQueryData(query.queryKey, context?.before);
      toast.error('Your answer was not saved. Please try again.');
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: query.queryKey });
      void queryClient.invalidateQueries({ queryKey: playHistoryKey(userId) });
    },
  });
  return { consent: useQuery(query), answer };
}
