import type { DeletionForm } from '#contract/calls/account-deletion.ts';
import { currentSession } from '#renderer/lib/auth-client.ts';
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

export type Missing = Partial<Record<'email' | 'reason' | 'confirmDeletion', string>>;

/** What is still to be filled in, field by field; null when nothing is. */
export function findMissing({ email, reason, confirmDeletion }: DeletionRequest): Missing | null {
  const missing: Missing = {
    ...(email.trim() === '' && { email: 'Please fill in the address of the account.' }),
    ...(reason === '' && { reason: 'Please choose a reason.' }),
    ...(!confirmDeletion && { confirmDeletion: 'Please confirm with a tick.' }),
  };
  return Object.keys(missing).length > 0 ? missing : null;
}

/** Of who is signed in, so that she need not type it; nothing when nobody is. */
export async function findOwnEmail(): Promise<string | undefined> {
  return (await currentSession())?.user.email;
}

/** Signed in, the request carries her session and needs no mail; throws with the server's sentence. */
export async function sendDeletionRequest(request: DeletionRequest): Promise<void> {
  // What is not filled in yet the server names, in words.
  await backend().call('requestDeletion', { input: request as DeletionForm });
}
