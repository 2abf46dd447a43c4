import { expect, test } from 'vitest';
import { toAuditLine } from './audit-csv.ts';

const ENTRY = {
  id: 7,
  actor: 'service_role',
  action: 'update',
  table_name: 'support_tickets',
  row_id: '12',
  created_at: '2026-11-21T03:07:09.120+00:00',
};

test('[D2] a line of the file has the same text as the screen', () => {
  const before = { subject: 'No sound', status: 'open', answer: null };
  const after = { ...before, status: 'answered', answer: 'Is it "muted"?' };
  expect(toAuditLine({ ...ENTRY, before, after })).toBe(
    '2026-11-21 03:07:09,The admin,Changed: ticket,No sound,12,' +
      'status: open,"status: answered\nanswer: Is it ""muted""?"\r\n',
  );
});
