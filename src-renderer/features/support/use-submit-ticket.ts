import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { currentSession } from '#renderer/lib/requests/auth-client.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

interface Ticket {
  subject: string;
  message: string;
}

const READ_LIMIT_MS = 12_000;

/** Creates a ticket for the signed-in user; without one the error is 'No user found'. */
export function useSubmitTicket() {
  /** A ticket that failed. Without a response, the server may have saved it. */
  const failed = useRef<Ticket>(undefined);
  return useMutation({
    mutationFn: async ({ subject, message }: Ticket) => {
      const session = await currentSession();
      if (!session) throw new Error('No user found');
      const { id } = session.user;
      const isRepeated = failed.current?.subject === subject && failed.current.message === message;
      if (isRepeated && (await isNewest({ subject, message }, id))) return;
      const { error } = await backend()
        .tables.from('support_tickets')
        .insert({ user_id: id, subject, message, status: 'open' });
      if (error) throw error;
    },
    onError: (_error, ticket) => {
      failed.current = ticket;
    },
  });
}

/** Whether this is the user's newest ticket. */
async function isNewest({ subject, message }: Ticket, userId: string): Promise<boolean> {
  const { data } = await backend()
    .tables.from('support_tickets')
    .select('subject, message')
    .eq('user_id', userId)
    .order('id', { ascending: false })
    .limit(1)
    .abortSignal(AbortSignal.timeout(READ_LIMIT_MS))
    .maybeSingle()
    .throwOnError();
  return data?.subject === subject && data.message === message;
}
