import { Router } from 'express';
import { mailTestSchema } from '#contract/mail-test.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { readJson } from '#server/http/read-json.ts';
import { recordDeed } from '#server/modules/audit-log/record-deed.usecases.ts';
import { sendTestMail } from './send-test-mail.ts';

/** Mounted where only the admin comes. */
export function createMailTestRouter(deps: ServerDeps): Router {
  const { clock, config, db, settings } = deps;
  const router = Router();
  router.post('/mail-test', async (req, res) => {
    const { to } = readJson(mailTestSchema, req);
    const { brand } = await settings.read();
    const answer = await sendTestMail({ config, clock, brand }, to);
    await recordDeed(db.kysely, {
      action: 'send',
      on: 'mails',
      which: 'test',
      after: { outcome: answer.outcome },
      now: clock.now(),
    });
    res.json(answer);
  });
  return router;
}
