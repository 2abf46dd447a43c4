import type { Consent } from '#contract/rows/consents.ts';
import { currentConsentText } from '#contract/words/consent-texts.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { allOf, always, byRole, columnIs, ownedBy } from '#server/tables/rules.ts';

/**
 * She answers for herself, to the words of today; nobody answers for her, and an answer once given is
 * neither changed nor taken away. The newsletter has its own list, since it needs no account.
 */
export const consentsPolicy = definePolicy<Consent>({
  select: byRole({ authenticated: ownedBy('user_id'), service_role: always }),
  insert: byRole({
    authenticated: allOf(
      ownedBy('user_id'),
      columnIs('kind', 'play_log'),
      columnIs('text_version', currentConsentText('play_log').version),
    ),
  }),
});
