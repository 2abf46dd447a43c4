import { API_PATHS } from '#contract/paths.ts';
import { backend } from '#renderer/lib/backend.ts';

/** The form as it stands on the page; `reason` is empty until she has chosen one. */
export interface DeletionRequest {
  email: string;
  reason: string;
  feedback: string;
  confirmDeletion: boolean;
  dataDownload: boolean;
}

export const EMPTY_REQUEST: DeletionRequest = {
  email: '',
  reason: '',
  feedback: '',
  confirmDeletion: false,
  dataDownload: false,
};

export function isComplete({ email, reason, confirmDeletion }: DeletionRequest): boolean {
  return email.trim() !== '' && reason !== '' && confirmDeletion;
}

/** Signed in, the request carries her session and needs no mail; throws with the server's sentence. */
export async function sendDeletionRequest(request: DeletionRequest): Promise<void> {
  const answer = await backend().fetch(API_PATHS.accountDeletion, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (answer.ok) return;
  const body: unknown = await answer.json().catch(() => undefined);
  throw new Error(messageOf(body));
}

function messageOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'message' in body
    ? String(body.message)
    : 'The request did not reach us. Please try again.';
}
