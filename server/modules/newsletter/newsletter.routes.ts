import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { isoNow } from '#server/core/clock.ts';
import { hashSecret } from '#server/core/config/secrets.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { readToken } from '#server/core/query-parameters.ts';
import { readForm, readJson } from '#server/http/bodies.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { type SimplePage, sendSimplePage } from '#server/http/pages/simple-page.ts';
import { confirmRequest, endSubscription } from './newsletter.repository.ts';
import { requestNewsletter } from './newsletter.usecases.ts';

const REQUESTED_TEXT =
  'Almost there. If this address is new to us, we are sending a mail; open the link in it and you are on the list.';

export function createNewsletterRouter(deps: ServerDeps): Router {
  const { clock, db } = deps;
  const router = Router();
  const limit = createRateLimit(deps, QUOTAS.newsletter);

  mountCall(
    router,
    CALLS.subscribe,
    async (form, { req, res }) => {
      await requestNewsletter(deps, form);
      if (req.is('urlencoded') !== false) sendSimplePage(res, REQUESTED);
      return { message: REQUESTED_TEXT };
    },
    { before: [limit, readJson('newsletter'), readForm('newsletter')] },
  );

  router.get(API_PATHS.newsletterConfirm, (_req, res) => {
    sendSimplePage(res, {
      title: 'Shall we write to you?',
      paragraphs: ['Press the button and the newsletter will come to this address.'],
      button: 'Yes, send it to me',
    });
  });
  router.post(API_PATHS.newsletterConfirm, limit, async (req, res) => {
    const isKnown = await confirmRequest(db, hashSecret(readToken(req)), isoNow(clock));
    sendSimplePage(res, isKnown ? CONFIRMED : UNKNOWN_LINK);
  });

  router.get(API_PATHS.newsletterUnsubscribe, (_req, res) => {
    sendSimplePage(res, {
      title: 'No more newsletters?',
      paragraphs: ['Press the button and we will not write again.'],
      button: 'Unsubscribe',
    });
  });
  // Has no rate limit, because mail programs use it for one-click unsubscription (RFC 8058).
  router.post(API_PATHS.newsletterUnsubscribe, async (req, res) => {
    const isKnown = await endSubscription(db, hashSecret(readToken(req)), isoNow(clock));
    sendSimplePage(res, isKnown ? UNSUBSCRIBED : UNKNOWN_LINK);
  });
  return router;
}

const REQUESTED: SimplePage = {
  title: 'Please look into your mail',
  paragraphs: [REQUESTED_TEXT],
  link: { href: '/', text: 'Back to the page' },
};
const BACK = { href: '/', text: 'To the front page' };
const CONFIRMED: SimplePage = {
  title: 'You are on the list',
  paragraphs: ['Thank you. Every mail has a link to unsubscribe.'],
  link: BACK,
};
const UNSUBSCRIBED: SimplePage = {
  title: 'You are unsubscribed',
  paragraphs: ['We will send no more newsletters to this address.'],
  link: BACK,
};
const UNKNOWN_LINK: SimplePage = {
  title: 'This link does not work',
  paragraphs: ['A mail program may have cut it off. Copy the whole link, or ask again.'],
  link: BACK,
  status: 404,
};
