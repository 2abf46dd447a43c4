import type { DeletionForm } from '#contract/calls/account-deletion.ts';
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
  // What is not filled in yet the server names, in words.
  await backend().call('requestDeletion', { input: request as DeletionForm });
}
