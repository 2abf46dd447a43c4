import { expect, test } from 'vitest';
import { accountOf, changedFields, entryName } from './audit-messages.ts';

test('an update shows only the differences', () => {
  const before = { key: 'brand', value: { name: 'Cradlesong', social: { tiktok: 'a' } } };
  const after = { key: 'brand', value: { name: 'Selah', social: { tiktok: 'a' }, trialDays: 3 } };
  expect(changedFields({ before, after })).toEqual([
    { field: 'value.name', before: 'Cradlesong', after: 'Selah' },
    { field: 'value.trialDays', before: '', after: '3' },
  ]);
});

test('a changed row is shown by its current or last name', () => {
  expect(entryName({ before: { title: 'Rest' }, after: { title: 'Rest in him' } })).toBe(
    'Rest in him',
  );
  expect(entryName({ before: { id: 7, email: 'ruth@example.com' }, after: null })).toBe(
    'ruth@example.com',
  );
  expect(entryName({ before: null, after: { centre_name: 'The Manger' } })).toBe('The Manger');
  expect(entryName({ before: null, after: { enabled: true } })).toBeUndefined();
});

test('an entry links to the changed account, or to the account that owns the changed row', () => {
  const none = { before: null, after: null };
  expect(accountOf({ table_name: 'users', row_id: 'u-7', ...none })).toBe('u-7');
  const plan = { table_name: 'subscriptions', row_id: '3', before: { user_id: 'u-8' } };
  expect(accountOf({ ...plan, after: null })).toBe('u-8');
  expect(accountOf({ table_name: 'audio_content', row_id: '3', ...none })).toBeUndefined();
});
