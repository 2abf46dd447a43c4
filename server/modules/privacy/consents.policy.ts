import { currentConsentText } from '#contract/constants/consent-texts.ts';
import type { Consent } from '#contract/rows/consents.ts';
import { allOf, always, byRole, columnIs, definePolicy, ownedBy } from '#server/tables/rules.ts';

/**
 * Users give only their own consent, to current texts; answers are append-only. The newsletter has its own
 * list, since it needs no account.
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
