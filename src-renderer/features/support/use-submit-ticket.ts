import { useMutation } from '@tanstack/react-query';
import { backend } from '#renderer/lib/backend.ts';

interface Ticket {
  subject: string;
  message: string;
}

/** Writes the ticket as the signed-in person; without one the error says 'No user found'. */
export function useSubmitTicket() {
  return useMutation({
    mutationFn: async ({ subject, message }: Ticket) => {
      const { auth, tables } = backend();
      const { data } = await auth.getSession();
      if (!data.session) throw new Error('No user found');
      const { error } = await tables
        .from('support_tickets')
        .insert({ user_id: data.session.user.id, subject, message, status: 'open' });
      if (error) throw error;
    },
  });
}
