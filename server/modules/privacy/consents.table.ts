import { consents } from '#contract/rows/consents.ts';
import { registerTable } from '#server/tables/registry.ts';
import { consentsPolicy } from './consents.policy.ts';
import { applyRefusal } from './consents.usecases.ts';

export const consentsTable = registerTable(consents, {
  policy: consentsPolicy,
  insertable: { authenticated: ['user_id', 'kind', 'text_version', 'granted'] },
  async afterInsert({ trx, rows, keys, now }) {
    for (const { user_id, kind, granted } of rows) {
      if (!granted) await applyRefusal(trx, { userId: String(user_id), kind: String(kind), now });
    }
    return keys;
  },
});
