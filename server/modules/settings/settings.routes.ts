import { Router } from 'express';
import type { SwitchesAnswer } from '#contract/settings.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/** Mounted where only the admin comes. Settings are written through their table. */
export function createSettingsRouter({ config, settings }: ServerDeps): Router {
  const router = Router();
  router.get('/switches', async (_req, res) => {
    const { switchStates } = await settings.read();
    const answer: SwitchesAnswer = {
      switches: [...switchStates],
      canMail: config.SMTP_URL !== undefined,
    };
    res.json(answer);
  });
  return router;
}
