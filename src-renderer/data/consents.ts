import { queryOptions } from '@tanstack/react-query';
import type { ConsentKind } from '#contract/constants/consent-texts.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

/** The user's latest answer to one question. */
export interface ConsentAnswer {
  readonly granted: boolean;
  /** Version of the consent text that was shown. */
  readonly textVersion: string;
  /** Server time of the answer. */
  readonly at: string;
}

/** The latest answer; null before the first one. */
export function consentQuery(userId: string, kind: ConsentKind) {
  return queryOptions({
    queryKey: ['consents', userId, kind],
    queryFn: async ({ signal }): Promise<ConsentAnswer | null> => {
      const { data } = await backend()
        .tables.from('consents')
        .select('granted, text_version, created_at')
        .eq('user_id', userId)
        .eq('kind', kind)
        .order('id', { ascending: false })
        .limit(1)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      return data && { granted: data.granted, textVersion: data.text_version, at: data.created_at };
    },
  });
}
