import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';

const STATES: Record<DeletionRequest['status'], { label: string; look: string }> = {
  received: { label: 'Not confirmed', look: 'badge' },
  confirmed: { label: 'Confirmed', look: 'badge wait' },
  approved: { label: 'Approved', look: 'badge good' },
  erased: { label: 'Erased', look: 'badge' },
  refused: { label: 'Refused', look: 'badge' },
};

export function RequestState({ request }: { request: DeletionRequest }) {
  const { label, look } = STATES[request.status];
  return <span className={look}>{label}</span>;
}

/** The email, or the id if the user is erased. */
export const nameRequest = ({ id, email }: DeletionRequest) => email || `Request ${id}`;
