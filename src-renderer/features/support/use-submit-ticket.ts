import { useMutation } from '@tanstack/react-query';
import { currentSession } from '#renderer/lib/requests/auth-client.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

interface Ticket {
  subject: string;
  message: string;
}

/** Creates a ticket for the signed-in user; without one the error is 'No user found'. */
export function useSubmitTicket() {
  return useMutation({
    mutationFn: async ({ subject, message }: Ticket) => {
      const session = await currentSession();
      if (!session) throw new Error('No user found');
      const { error } = await backend()
        .tables.from('support_tickets')
        .insert({ user_id: session.user.id, subject, message, status: 'open' });
      if (error) throw error;
    },
  });
}
