import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts';

/** Limit per subject and window. */
export interface Quota {
  /** Name of its counters. */
  readonly what: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Attempts at a secret: some are free, then each doubles the wait, from one second. */
export interface Backoff {
  readonly freeTries: number;
  readonly longestWaitMs: number;
  /** Time after the first attempt at which the count resets. */
  readonly forgottenAfterMs: number;
}

const TEN_MINUTES_MS = 10 * MINUTE_MS;
const MAX_WAIT_MS = 15 * MINUTE_MS;

/** Request limits, per network unless noted. Exceeding one answers 429 with Retry-After. */
export const QUOTAS = {
  /** Sign-ins by password or PKCE code; overridden by AUTH_RATE_LIMIT. */
  signIn: { what: 'sign-in', limit: 150, windowMs: 5 * MINUTE_MS },
  /** Requests that send a mail or check a code: a fifth of the sign-ins. */
  authMail: { what: 'asked', limit: 30, windowMs: 5 * MINUTE_MS },
  /** 40 times the sign-ins: a refused refresh signs a user out, and a ward may share one address. */
  refresh: { what: 'refresh', limit: 6_000, windowMs: 5 * MINUTE_MS },
  /**
   * Wrong codes per network and address; fewer than `codeOfMail`, so that one network cannot use up a mail's attempts.
   */
  codeFromNetwork: { what: 'code-from', limit: 10, windowMs: HOUR_MS },
  /** Wrong codes per mail to an address: a new mail resets the count. */
  codeOfMail: { what: 'code', limit: 20, windowMs: HOUR_MS },
  /** Sign-in mails per network: enough for a ward of new users. */
  mailsFromNetwork: { what: 'mails-from', limit: 60, windowMs: HOUR_MS },
  /** Unanswered mails of one kind to a mailbox; above this, one per hour. */
  mailsUnanswered: { what: 'mails', limit: 6, windowMs: DAY_MS },
  newsletter: { what: 'newsletter', limit: 20, windowMs: TEN_MINUTES_MS },
  accountDeletion: { what: 'deletion', limit: 20, windowMs: TEN_MINUTES_MS },
  export: { what: 'export', limit: 20, windowMs: TEN_MINUTES_MS },
  /** Downloads from external addresses. */
  imports: { what: 'imports', limit: 60, windowMs: TEN_MINUTES_MS },
  ticketReplies: { what: 'replies', limit: 60, windowMs: TEN_MINUTES_MS },
  centreNumbers: { what: 'centre-numbers', limit: 60, windowMs: TEN_MINUTES_MS },
  kioskCode: { what: 'kiosk-code', limit: 10, windowMs: TEN_MINUTES_MS },
  /** Rows written per user; overridden by WRITES_PER_MINUTE. */
  writes: { what: 'writes', limit: 600, windowMs: MINUTE_MS },
} as const satisfies Record<string, Quota>;

/** Attempts at secrets. A correct attempt refunds only itself; only a known device resets the count. */
export const BACKOFFS = {
  /** Per account from all networks: about a hundred attempts a day. Known devices are counted separately. */
  password: { freeTries: 10, longestWaitMs: MAX_WAIT_MS, forgottenAfterMs: DAY_MS },
  /** Per network or known device; separate for the shared password and for named admins. */
  adminPassword: { freeTries: 3, longestWaitMs: MAX_WAIT_MS, forgottenAfterMs: DAY_MS },
  /** One count for all networks, one for all known devices. Short waits, because they affect everyone. */
  adminPasswordOverall: { freeTries: 30, longestWaitMs: MINUTE_MS, forgottenAfterMs: DAY_MS },
  /** Per user. */
  centreCode: { freeTries: 5, longestWaitMs: MAX_WAIT_MS, forgottenAfterMs: DAY_MS },
  /** Per network: a ward may share one. */
  centreCodeFromNetwork: { freeTries: 60, longestWaitMs: MAX_WAIT_MS, forgottenAfterMs: HOUR_MS },
  /** Per network. */
  handOver: { freeTries: 5, longestWaitMs: MAX_WAIT_MS, forgottenAfterMs: HOUR_MS },
  /** Over all networks; correct codes count too. */
  handOverOverall: { freeTries: 60, longestWaitMs: MINUTE_MS, forgottenAfterMs: HOUR_MS },
} as const satisfies Record<string, Backoff>;
