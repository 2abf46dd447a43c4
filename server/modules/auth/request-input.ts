import type { Request } from 'express';
import type { z } from 'zod';
import { BODIES } from '#server/core/body-limits.ts';
import { parseUntrustedJson } from '#server/core/parse-json.ts';
import { parseQueryParameters } from '#server/core/query-parameters.ts';
import { createBadJsonError } from './auth.errors.ts';
import type { AuthContext } from './auth-context.ts';
import { createRedirectRules } from './redirects.ts';

/** Unlike Express' own parser, does not interpret repeated keys and brackets. */
export function readQuery(req: Request): URLSearchParams {
  const { originalUrl } = req;
  const start = originalUrl.indexOf('?');
  return parseQueryParameters(start === -1 ? '' : originalUrl.slice(start + 1));
}

export function readBody<S extends z.ZodType>(schema: S, req: Request): z.output<S> {
  const result = schema.safeParse(parseObject(req.body));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw createBadJsonError(`${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not valid'}`);
}

/** Like `readBody`; an empty body means `{}`. */
export function readOptionalBody<S extends z.ZodType>(schema: S, req: Request): z.output<S> {
  return hasBytes(req.body) ? readBody(schema, req) : schema.parse({});
}

/** Redirect target of a link to be mailed: the requested one if allowed, else the site. */
export function readRedirect(context: AuthContext, req: Request): string {
  return rulesOf(context).choose(
    readQuery(req).get('redirect_to') ?? undefined,
    redirectOfBody(req.body),
    req.get('referer'),
  );
}

/** Redirect target of an opened link; ignores the Referer, which is our own page. */
export function readLinkRedirect(context: AuthContext, req: Request): string {
  return rulesOf(context).choose(readQuery(req).get('redirect_to') ?? undefined);
}

function rulesOf({ config }: AuthContext) {
  return createRedirectRules(config.SITE_URL, config.ADDITIONAL_REDIRECT_URLS);
}

function redirectOfBody(body: unknown): string | undefined {
  if (!hasBytes(body) || !body.includes('redirect_to')) return undefined;
  const { redirect_to: given } = parseObject(body);
  return typeof given === 'string' ? given : undefined;
}

function parseObject(body: unknown): Record<string, unknown> {
  if (!hasBytes(body)) throw createBadJsonError('unexpected end of JSON input');
  const parsed = parseJson(body.toString('utf8'));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw createBadJsonError('expected an object');
  }
  // A JSON object; its members are validated by the schema.
  return parsed as Record<string, unknown>;
}

function parseJson(text: string): unknown {
  try {
    return parseUntrustedJson(text, BODIES.auth);
  } catch {
    throw createBadJsonError('invalid JSON');
  }
}

function hasBytes(body: unknown): body is Buffer {
  return Buffer.isBuffer(body) && body.length > 0;
}
