import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#renderer/components/messages/toast.ts';
import { profileQuery } from '#renderer/data/profile.ts';
import { currentSession } from '#renderer/lib/requests/auth-client.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import {
  isUnanswered,
  refetchUntilAnswered,
} from '#renderer/lib/requests/refetch-until-answered.ts';
import { useUser } from '#renderer/lib/session.ts';
import type { ProfileForm } from './profile-form.ts';
import { importAvatar } from './upload-avatar.ts';

/** Saves both fields; on an error the dialog stays open with the input. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  const user = useUser();
  return useMutation({
    mutationFn: async ({ username, avatar_url }: ProfileForm) => {
      const id = (await currentSession())?.user.id;
      if (!id) throw new Error('No user found');
      // The row is created at sign-in; creates it here if that failed.
      const profiles = backend().tables.from('profiles');
      const picture = await bringHere(avatar_url);
      await profiles.upsert({ id, username, avatar_url: picture || null }).throwOnError();
      return id;
    },
    onSuccess: async (id) => {
      toast.success('Profile updated successfully');
      await queryClient.invalidateQueries({ queryKey: profileQuery(id).queryKey });
    },
    onError: (error) => {
      toast.error('Failed to update profile', isUnanswered(error) ? undefined : error.message);
      if (user && isUnanswered(error)) {
        refetchUntilAnswered(queryClient, profileQuery(user.id).queryKey);
      }
    },
  });
}

/** Copies an external picture to this site, because only these are shown; keeps the address if that fails. */
async function bringHere(address: string): Promise<string> {
  const isElsewhere = address.startsWith('https://') && !address.startsWith(`${location.origin}/`);
  return isElsewhere ? importAvatar(address).catch(() => address) : address;
}
