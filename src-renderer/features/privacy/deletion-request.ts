import type { DeletionForm } from '#contract/calls/account-deletion.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

/** The form's values; `reason` is empty until chosen. */
export interface DeletionRequest {
  email: string;
  reason: string;
  feedback: string;
  confirmDeletion: boolean;
  dataDownload: boolean;
}

export type Missing = Partial<Record<'email' | 'reason' | 'confirmDeletion', string>>;

/** A message for each missing field; null when the form is complete. */
export function findMissing({ email, reason, confirmDeletion }: DeletionRequest): Missing | null {
  const missing: Missing = {
    ...(email.trim() === '' && { email: 'Please fill in the email address of the account.' }),
    ...(reason === '' && { reason: 'Please choose a reason.' }),
    ...(!confirmDeletion && { confirmDeletion: 'Please confirm by ticking the box.' }),
  };
  return Object.keys(missing).length > 0 ? missing : null;
}

/** Throws with the server's message. A signed-in user need not confirm by mail. */
export async function sendDeletionRequest(request: DeletionRequest): Promise<void> {
  // The cast is safe: the server rejects an incomplete form and names the missing fields.
  await backend().call('requestDeletion', { input: request as DeletionForm });
}
