import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { recordInAuditLog } from '#server/core/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { sendTestMail } from './send-test-mail.ts';

/** Mounted where only the admin comes. */
export function createMailTestRouter(deps: ServerDeps): Router {
  const { clock, config, db, settings } = deps;
  const router = Router();
  mountCall(router, CALLS.testMail, async ({ to }) => {
    const { brand } = await settings.read();
    const answer = await sendTestMail({ config, clock, brand }, to);
    await recordInAuditLog(db.kysely, {
      actor: 'service_role',
      action: 'send',
      on: 'mails',
      which: 'test',
      after: { outcome: answer.outcome },
      now: isoNow(clock),
    });
    return answer;
  });
  return router;
}
