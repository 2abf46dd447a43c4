import { useMemo } from 'react';
import { useAdminBackend } from '../admin-session.ts';

interface AdminCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, a file as it is. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Calls an endpoint the official clients have no method for; throws with the server's sentence. */
export function useAdminCall(): (path: string, call?: AdminCall) => Promise<Response> {
  const { fetch } = useAdminBackend();
  return useMemo(
    () =>
      async (path, { method = 'POST', body, signal } = {}) => {
        const answer = await fetch(`${window.location.origin}${path}`, {
          method,
          ...(signal ? { signal } : {}),
          ...(body === undefined ? {} : encode(body)),
        });
        if (answer.ok) return answer;
        throw new Error(await readSentence(answer));
      },
    [fetch],
  );
}

function encode(body: unknown): Pick<RequestInit, 'headers' | 'body'> {
  if (body instanceof File) {
    return { headers: { 'Content-Type': 'application/octet-stream' }, body };
  }
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

async function readSentence(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined);
  const { message, msg } = Object(body);
  return String(message ?? msg ?? `The server answered ${answer.status}.`);
}
