import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#renderer/components/toast.ts';
import { profileQuery } from '#renderer/data/profile.ts';
import { askUntilAnswered, isUnanswered } from '#renderer/lib/ask-until-answered.ts';
import { currentSession } from '#renderer/lib/auth-client.ts';
import { backend } from '#renderer/lib/backend.ts';
import { useUser } from '#renderer/lib/session.ts';
import type { ProfileForm } from './profile-form.ts';

/** Saves both fields; the dialog stays open, with what was typed, when the server does not agree or nobody answers. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  const user = useUser();
  return useMutation({
    mutationFn: async ({ username, avatar_url }: ProfileForm) => {
      const { tables } = backend();
      const id = (await currentSession())?.user.id;
      if (!id) throw new Error('No user found');
      const values = { username, avatar_url: avatar_url || null };
      const changed = await tables
        .from('profiles')
        .update(values)
        .eq('id', id)
        .select('id')
        .throwOnError();
      // Her row is made at sign-in; when that failed, this is the moment to make it.
      if (changed.data.length === 0) {
        await tables
          .from('profiles')
          .insert([{ id, ...values }])
          .throwOnError();
      }
      return id;
    },
    onSuccess: async (id) => {
      toast.success('Profile updated successfully');
      await queryClient.invalidateQueries({ queryKey: profileQuery(id).queryKey });
    },
    onError: (error) => {
      toast.error('Failed to update profile');
      if (user && isUnanswered(error)) {
        askUntilAnswered(queryClient, profileQuery(user.id).queryKey);
      }
    },
  });
}
