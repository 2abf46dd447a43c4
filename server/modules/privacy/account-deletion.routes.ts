import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { RouterDeps } from '#server/core/deps.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { readToken } from '#server/core/query-parameters.ts';
import { readJson } from '#server/http/bodies.ts';
import { mountCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { type SimplePage, sendSimplePage } from '#server/http/pages/simple-page.ts';
import { sendDownload } from '#server/http/send-download.ts';
import { confirmDeletion, readMailedData, requestDeletion } from './account-deletion.usecases.ts';
import { nameExport, renderExportJson } from './person-export.usecases.ts';

export function createAccountDeletionRouter(deps: RouterDeps): Router {
  const { resolveActor } = deps;
  const router = Router();
  const limit = createRateLimit(deps, QUOTAS.accountDeletion);

  mountCall(
    router,
    CALLS.requestDeletion,
    async (form, { req }) => {
      await requestDeletion(deps, await resolveActor(req), form);
      return { message: RECEIVED };
    },
    { before: [limit, readJson('deletionForm')] },
  );

  // GET changes nothing, because mail scanners open links; the button posts.
  router.get(API_PATHS.accountDeletionConfirm, (_req, res) => {
    sendSimplePage(res, {
      title: 'Delete your account?',
      paragraphs: [
        'Press the button to say that the request was yours. We then look at it, and after our approval your personal data is erased within 30 days.',
      ],
      button: 'Yes, delete my account',
    });
  });
  router.post(API_PATHS.accountDeletionConfirm, limit, async (req, res) => {
    sendSimplePage(res, (await confirmDeletion(deps, readToken(req))) ? CONFIRMED : INVALID_LINK);
  });

  router.get(API_PATHS.accountDeletionData, (_req, res) => {
    sendSimplePage(res, {
      title: 'Your data',
      paragraphs: [
        'Press the button to download a file with everything we have about you. People and programs can read it.',
      ],
      button: 'Get my data',
    });
  });
  router.post(API_PATHS.accountDeletionData, limit, async (req, res) => {
    const data = await readMailedData(deps, readToken(req));
    if (!data) return sendSimplePage(res, INVALID_DATA_LINK);
    await sendDownload(res, {
      name: nameExport(data, 'json'),
      type: 'json',
      pieces: renderExportJson(data),
    });
  });
  return router;
}

const RECEIVED =
  'Your request has been received. If you are not signed in under this address, open the link in the mail we have sent to it.';
const CONFIRMED: SimplePage = {
  title: 'Your request is confirmed',
  paragraphs: ['Thank you. We will write to you when it is approved, and again when it is done.'],
  link: { href: '/', text: 'To the front page' },
};
const INVALID_LINK: SimplePage = {
  title: 'This link does not work',
  paragraphs: [
    'It may be older than a day, or a mail program may have cut it off. Nothing was deleted; you can ask again.',
  ],
  link: { href: '/account-deletion', text: 'Ask again' },
  status: 404,
};

const INVALID_DATA_LINK: SimplePage = {
  title: 'This link does not work',
  paragraphs: [
    'Your data may already be erased, or a mail program may have cut off the link. Copy the whole link, or write to us.',
  ],
  link: { href: '/contact', text: 'Write to us' },
  status: 404,
};
