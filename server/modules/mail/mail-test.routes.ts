import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { previewMail } from './mail-preview.ts';
import { sendTestMail } from './send-test-mail.ts';

export function createMailTestRouter(deps: ServerDeps): Router {
  const { clock, config, db, settings } = deps;
  const router = Router();
  mountCall(router, CALLS.testMail, async ({ to, draft }) => {
    const { brand } = await settings.read();
    const content = draft && previewMail(brand, config.SITE_URL, draft);
    const answer = await sendTestMail({ config, clock, brand }, to, content);
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
  mountCall(router, CALLS.previewMail, async (draft) => {
    const { brand } = await settings.read();
    return previewMail(brand, config.SITE_URL, draft);
  });
  return router;
}
