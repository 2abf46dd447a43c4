import { useMutation } from '@tanstack/react-query';
import { currentSession } from '#renderer/lib/auth-client.ts';
import { backend } from '#renderer/lib/backend.ts';

interface Ticket {
  subject: string;
  message: string;
}

/** Writes the ticket as the signed-in person; without one the error says 'No user found'. */
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
