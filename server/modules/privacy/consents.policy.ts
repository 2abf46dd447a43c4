import { currentConsentText } from '#contract/consent-texts.ts';
import type { Consent } from '#contract/consents.ts';
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
