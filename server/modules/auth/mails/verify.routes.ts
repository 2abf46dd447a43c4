import { type Request, type Response, Router } from 'express';
import { verifySchema } from '#contract/calls/auth.ts';
import { AppError } from '#server/core/errors.ts';
import { sendSimplePage } from '#server/http/pages/simple-page.ts';
import { createValidationError } from '../auth.errors.ts';
import { type AuthContext, contextOfRequest } from '../auth-context.ts';
import { readBody, readLinkRedirect, readQuery } from '../request-input.ts';
import { markDevice } from '../sessions/known-devices.ts';
import { isPkceToken } from '../tokens/one-time-tokens.repository.ts';
import { ensureLinkIsLive, type Link, openLink, verify } from './verify.usecases.ts';
import { createVerifyPage } from './verify-page.ts';
import { redirectWithError } from './verify-redirects.ts';

/** Serves three requests: opening a link (GET), pressing its button (POST), and a code from an app (POST). */
export function createVerifyRouter(context: AuthContext): Router {
  const router = Router();

  router.get('/verify', async (req, res) => {
    const link = readLink(context, req);
    if (isApiClient(req)) return follow(req, res, link);
    await answerOrRedirect(res, link, async () => {
      await ensureLinkIsLive(context, link);
      const { brand } = await context.settings.read();
      const { type, redirectTo } = link;
      const page = { brand: brand.name, action: req.originalUrl, redirectTo };
      sendSimplePage(res, createVerifyPage(type, page));
    });
  });

  router.post('/verify', async (req, res) => {
    if (!readQuery(req).has('token')) {
      const answer = await verify(contextOfRequest(context, req), readBody(verifySchema, req));
      if ('user' in answer) markDevice(context, req, res, answer.user.id);
      res.json(answer);
      return;
    }
    await follow(req, res, readLink(context, req));
  });

  const follow = (req: Request, res: Response, link: Link) =>
    answerOrRedirect(res, link, async () => {
      const { location, session } = await openLink(contextOfRequest(context, req), link);
      if (session) markDevice(context, req, res, session.user.id);
      redirect(res, location);
    });

  return router;
}

/**
 * API clients get GoTrue's redirect, which uses up the link; browsers and mail scanners get the page with the button.
 * HEAD must never use up a link.
 */
function isApiClient(req: Request): boolean {
  const wantsPage = /\btext\/html\b/i.test(req.get('accept') ?? '');
  return req.method === 'GET' && (!wantsPage || req.get('apikey') !== undefined);
}

function readLink(context: AuthContext, req: Request): Link {
  const query = readQuery(req);
  const type = query.get('type') ?? '';
  const token = query.get('token') ?? '';
  if (type === '') throw createValidationError('Verify requires a verification type');
  if (token === '') throw createValidationError('Verify requires a token or a token hash');
  return { type, token, redirectTo: readLinkRedirect(context, req) };
}

/** Redirects errors too, because a browser has to leave the link. */
async function answerOrRedirect(
  res: Response,
  link: Link,
  answer: () => Promise<void>,
): Promise<void> {
  try {
    await answer();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isPkce = isPkceToken(link.token);
    redirect(res, redirectWithError(link.redirectTo, error, { isPkce }));
  }
}

function redirect(res: Response, location: string): void {
  res.status(303).set({ Location: location, 'Cache-Control': 'no-store' }).end();
}
