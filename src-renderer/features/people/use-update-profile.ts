import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '#renderer/components/messages/toast.ts';
import { profileQuery } from '#renderer/data/profile.ts';
import { currentSession } from '#renderer/lib/requests/auth-client.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { importAvatar } from './upload-avatar.ts';

export interface ProfileForm {
  username: string;
  /** Empty without a picture; saved as null. */
  avatar_url: string;
}

/** Saves both fields; on an error the dialog stays open with the input. */
export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ username, avatar_url }: ProfileForm) => {
      const id = (await currentSession())?.user.id;
      if (!id) throw new Error('No user found');
      // An upsert, because creating the row at sign-in may have failed.
      const profiles = backend().tables.from('profiles');
      const picture = await importExternal(avatar_url);
      await profiles.upsert({ id, username, avatar_url: picture || null }).throwOnError();
      return id;
    },
    onSuccess: async (id) => {
      toast.success('Profile updated successfully');
      await queryClient.invalidateQueries({ queryKey: profileQuery(id).queryKey });
    },
    onError: (error) => {
      // Only an error of our server has a code, and a message for the user.
      const isAnswered = Boolean(Reflect.get(error, 'code'));
      toast.error('Failed to update profile', isAnswered ? error.message : undefined);
    },
  });
}

/** Copies an external picture to this site, which shows no others; keeps the address if that fails. */
async function importExternal(address: string): Promise<string> {
  const isExternal = address.startsWith('https://') && !address.startsWith(`${location.origin}/`);
  return isExternal ? importAvatar(address).catch(() => address) : address;
}
