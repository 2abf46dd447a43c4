import type { Consent } from '#contract/rows/consents.ts';
import { ROWS_PER_PERSON } from '#contract/words/limits.ts';
import { column, defineTable } from '#server/tables/table-definition.ts';
import { consentsPolicy } from './consents.policy.ts';
import { applyRefusal } from './consents.usecases.ts';

export const consentsTable = defineTable<Consent>({
  name: 'consents',
  policy: consentsPolicy,
  primaryKey: ['id'],
  foreignKeys: [
    {
      constraint: 'consents_user_id_fkey',
      column: 'user_id',
      references: { table: 'users', column: 'id' },
    },
  ],
  insertable: { authenticated: ['user_id', 'kind', 'text_version', 'granted'] },
  async afterInsert({ trx, rows, keys, now }) {
    for (const { user_id, kind, granted } of rows) {
      if (!granted) await applyRefusal(trx, { userId: String(user_id), kind: String(kind), now });
    }
    return keys;
  },
  quota: { column: 'user_id', rows: ROWS_PER_PERSON.consents },
  columns: {
    id: column.identity(),
    user_id: column.uuid(),
    kind: column.text(),
    text_version: column.text(),
    granted: column.boolean(),
    created_at: column.now(),
    withdrawn_at: column.timestamp({ nullable: true }),
  },
});
