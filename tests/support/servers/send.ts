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

/** Uploads a file in one request; `path` is its bucket and name. */
export const uploadFile = (
  { url }: { url: string },
  bearer: string,
  path: string,
  body: Buffer | string,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}${API_PATHS.storage}/object/${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${bearer}`, ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });

/** Sends a request below `/admin/v1`. */
export const callAdmin = (server: { url: string }, path: string, call: Call = {}) =>
  send(server, API_PATHS.admin + path, call);
