import { Router } from 'express';
import { CALLS } from '#contract/calls/calls.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { formatDay } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { QUOTAS } from '#server/core/limits.ts';
import { mountRowCall } from '#server/http/mount-call.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { type SimplePage, sendSimplePage } from '#server/http/pages/simple-page.ts';
import {
  type CentreNumbers,
  changeNumbersLink,
  MIN_SHOWN,
  readCentreNumbers,
  readNumbersLink,
} from './centre-numbers.usecases.ts';

/** Public page that shows how often a code was used; its link contains a secret key. */
export function createCentreNumbersRouter(deps: ServerDeps): Router {
  const router = Router();
  const limit = createRateLimit(deps, QUOTAS.centreNumbers);
  router.get(API_PATHS.centreNumbers, limit, async (req, res) => {
    const { key } = req.query;
    const numbers = typeof key === 'string' ? await readCentreNumbers(deps, key) : undefined;
    sendSimplePage(res, numbers ? pageOf(numbers) : NOTHING_HERE);
  });
  return router;
}

export function createNumbersLinksRouter(deps: ServerDeps): Router {
  const router = Router();
  mountRowCall(router, CALLS.getNumbersLink, NO_CODE, (id) => readNumbersLink(deps, id));
  mountRowCall(router, CALLS.makeNumbersLink, NO_CODE, (id) => changeNumbersLink(deps, id, true));
  mountRowCall(router, CALLS.endNumbersLink, NO_CODE, (id) => changeNumbersLink(deps, id, false));
  return router;
}

const NO_CODE = 'There is no such code';

/** The same page for unknown and revoked links, so that it does not reveal which exist. */
const NOTHING_HERE: SimplePage = {
  title: 'There is nothing to see here',
  paragraphs: [
    'This address is incomplete or no longer valid. Please ask the centre that gave it to you.',
  ],
  status: 404,
};

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function pageOf({ centre, allowed, used, validUntil, isOver, months }: CentreNumbers): SimplePage {
  const until = formatDay(validUntil);
  const isSomeHidden = used === null || months.some(({ uses }) => uses === null);
  return {
    title: centre,
    paragraphs: [
      'How often your code was used, to the end of yesterday (UTC).',
      isOver
        ? `It can no longer be redeemed. It would have been valid until ${until}.`
        : `It can be redeemed until ${until}.`,
    ],
    table: [
      ['Uses', used === null ? `fewer than ${MIN_SHOWN}` : String(used)],
      ['Left', leftOf(allowed, used)],
      ...months.map(({ month, uses }): [string, string] => [
        MONTH.format(new Date(`${month}-01T00:00:00Z`)),
        uses === null ? 'hidden' : String(uses),
      ]),
    ],
    closing: [
      ...(isSomeHidden
        ? [
            `Numbers below ${MIN_SHOWN} are hidden. So are numbers from which a hidden one could be calculated.`,
          ]
        : []),
      'This page shows no names. A month counts only people who still have an account.',
    ],
  };
}

function leftOf(allowed: number, used: number | null): string {
  if (used !== null) return String(allowed - used);
  return allowed >= MIN_SHOWN ? `more than ${allowed - MIN_SHOWN}` : 'hidden';
}
