import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { consents } from '#contract/rows/consents.ts';
import { registerTable } from '#server/tables/registry.ts';
import { allOf, columnIs, ownedBy, ownerOrAdmin } from '#server/tables/rules.ts';
import { withdrawConsent } from './consents.usecases.ts';

/**
 * Users give only their own consent, to current texts; answers are append-only. The newsletter has its own
 * list, since it needs no account.
 */
export const consentsTable = registerTable(consents, {
  policy: {
    select: ownerOrAdmin('user_id'),
    insert: allOf(
      ownedBy('user_id'),
      columnIs('kind', 'play_log'),
      columnIs('text_version', currentConsentText('play_log').version),
    ),
  },
  insertable: { authenticated: ['user_id', 'kind', 'text_version', 'granted'] },
  async afterInsert({ trx, rows, keys, now }) {
    for (const { user_id, kind, granted } of rows) {
      if (!granted)
        await withdrawConsent(trx, { userId: String(user_id), kind: String(kind), now });
    }
    return keys;
  },
});
