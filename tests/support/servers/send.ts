import { API_PATHS } from '#contract/constants/pages/paths.ts';

interface Call {
  bearer?: string | undefined;
  /** POST if there is a body, otherwise GET. */
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends a request to a server as a page does. */
export function send(
  { url }: { url: string },
  path: string,
  { bearer, body, method = body === undefined ? 'GET' : 'POST', headers }: Call = {},
): Promise<Response> {
  return fetch(url + path, {
    method,
    headers: {
      ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Sends a request below `/admin/v1`. */
export const callAdmin = (server: { url: string }, path: string, call: Call = {}) =>
  send(server, API_PATHS.admin + path, call);
