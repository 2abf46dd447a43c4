import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import type { Config } from '#server/core/config.ts';
import { AppError } from '#server/core/errors.ts';
import { isLoopback } from './network-address.ts';

type HostSettings = Pick<Config, 'KIOSK' | 'HOST' | 'SITE_URL' | 'ALLOWED_HOSTS'>;

/** Endings that the public name service gives to nobody, so no stranger can point one at this machine. */
const PRIVATE_ENDING = /\.(localhost|local|internal|lan|home\.arpa)$/;
/** Probes of a host's platform bring names of their own, and learn only that the process lives. */
const PROBES: readonly string[] = [API_PATHS.health, API_PATHS.ready];

/**
 * Whether a request's `Host` names this server. A page of another site may point its own name at this
 * machine (DNS rebinding) and then counts as the same origin; its name betrays it.
 */
export function createHostCheck(config: HostSettings): (host: string | undefined) => boolean {
  const { HOST, KIOSK, SITE_URL, ALLOWED_HOSTS } = config;
  const known = new Set([
    'localhost',
    new URL(SITE_URL).hostname,
    ...ALLOWED_HOSTS.map((name) => name.toLowerCase()),
  ]);
  const isForThisMachine = HOST === 'localhost' || isLoopback(HOST);
  const isPlain = KIOSK || isForThisMachine ? isOwnMachine : isBeyondRebinding;
  return (host) => {
    // Every browser sends one.
    if (host === undefined) return true;
    const name = URL.parse(`http://${host}`)?.hostname ?? '';
    return known.has(name) || isPlain(name.replace(/^\[|\]$/g, ''));
  };
}

const isOwnMachine = (name: string) => isIP(name) !== 0 && isLoopback(name);

/** An address, a name without a dot, and what no public name service answers for. */
function isBeyondRebinding(name: string): boolean {
  return isIP(name) !== 0 || (name !== '' && !name.includes('.')) || PRIVATE_ENDING.test(name);
}

/** Before everything else: what is asked for under a stranger's name is not even looked at. */
export function refuseUnknownHosts(
  config: HostSettings,
  sendError: (error: unknown, req: IncomingMessage, res: ServerResponse) => void,
  next: RequestListener,
): RequestListener {
  const isKnown = createHostCheck(config);
  return (req, res) => {
    if (isKnown(req.headers.host) || PROBES.includes(req.url ?? '')) next(req, res);
    else sendError(createUnknownHostError(), req, res);
  };
}

const createUnknownHostError = () =>
  new AppError({
    status: 421,
    code: HTTP_ERROR.unknownHost,
    publicMessage:
      'This server does not go by that name. Whoever runs it can set SITE_URL, or add the name to ALLOWED_HOSTS.',
  });
