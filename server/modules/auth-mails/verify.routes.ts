import { type Request, type Response, Router } from 'express';
import { verifySchema } from '#contract/calls/auth.ts';
import { AppError } from '#server/core/errors.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { markDevice } from '#server/identity/sessions/device-marks.ts';
import { createValidationError } from '#server/identity/wire/auth.errors.ts';
import { readBody, readLinkRedirect, readQuery } from '#server/identity/wire/request-input.ts';
import { isPkceToken } from './one-time-codes.ts';
import { ensureLinkIsLive, HALF_WAY, openLink, verify } from './verify.usecases.ts';
import { renderVerifyPage, verifyPageHeaders } from './verify-page.ts';
import {
  redirectWithCode,
  redirectWithError,
  redirectWithMessage,
  redirectWithSession,
} from './verify-redirects.ts';

interface Link {
  readonly token: string;
  readonly type: string;
  readonly redirectTo: string;
}

/** One address, three callers: a link is opened, its button is pressed, an app sends a code. */
export function createVerifyRouter(context: AuthContext): Router {
  const router = Router();

  router.get('/verify', async (req, res) => {
    const link = readLink(context, req);
    await answerOrRedirect(res, link, async () => {
      await ensureLinkIsLive(context, link.token, link.type);
      const { brand } = await context.settings.read();
      const page = renderVerifyPage({
        type: link.type,
        action: req.originalUrl,
        brandName: brand.name,
      });
      res.set(verifyPageHeaders(link.redirectTo)).send(page);
    });
  });

  router.post('/verify', async (req, res) => {
    if (!readQuery(req).has('token')) {
      const answer = await verify(context, readBody(verifySchema, req));
      if ('user' in answer) markDevice(context, req, res, answer.user.id);
      res.json(answer);
      return;
    }
    const link = readLink(context, req);
    await answerOrRedirect(res, link, async () => {
      const opened = await openLink(context, link.token, link.type);
      if (opened.outcome === 'session') markDevice(context, req, res, opened.session.user.id);
      redirect(res, targetOf(opened, link));
    });
  });

  return router;
}

function readLink(context: AuthContext, req: Request): Link {
  const query = readQuery(req);
  const type = query.get('type') ?? '';
  const token = query.get('token') ?? '';
  if (type === '') throw createValidationError('Verify requires a verification type');
  if (token === '') throw createValidationError('Verify requires a token or a token hash');
  return { type, token, redirectTo: readLinkRedirect(context, req) };
}

function targetOf(opened: Awaited<ReturnType<typeof openLink>>, link: Link): string {
  const { redirectTo, type } = link;
  switch (opened.outcome) {
    case 'session':
      return redirectWithSession(redirectTo, opened.session, { type, kind: opened.kind });
    case 'code':
      return redirectWithCode(redirectTo, opened.code);
    case 'half-way':
      return redirectWithMessage(redirectTo, HALF_WAY);
  }
}

/** A browser came here, so a refusal too is told by the page it is led to. */
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
