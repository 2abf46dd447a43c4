import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { mountCall } from '#server/http/mount-call.ts';

export function createSettingsRouter({ config, settings }: ServerDeps): Router {
  const router = Router();
  mountCall(router, CALLS.getSwitches, async () => {
    const { switchStates } = await settings.read();
    return { switches: [...switchStates], canMail: config.SMTP_URL !== undefined };
  });
  return router;
}
