import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { toast } from '#renderer/components/messages/toast.ts';
import { adminTokenAtom, useAdminBackend } from './admin-session.ts';
import { describeUnsaved, hasUnsavedInput } from './shared/leave-guard.tsx';
import { UnsavedChangesDialog } from './shared/unsaved-changes-dialog.tsx';

/** Locks the area; on a machine that stays signed in, also ends its session. */
export function SignOutButton() {
  const { call } = useAdminBackend();
  const setToken = useSetAtom(adminTokenAtom);
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const signOut = useMutation({
    mutationFn: async () => {
      const { sessions } = await call('getOwnAdminSessions');
      const current = sessions.find(({ is_current }) => is_current);
      if (current) await call('endOwnAdminSession', { params: { id: current.id } });
    },
    onSuccess: () => {
      setToken(undefined);
      queryClient.removeQueries({ queryKey: ['admin'] });
    },
    onError: ({ message }) => toast.error(`Not signed out: ${message}`),
  });
  return (
    <>
      <button
        type="button"
        className="admin-back"
        disabled={signOut.isPending}
        onClick={() => (hasUnsavedInput() ? setAsking(true) : signOut.mutate())}
      >
        <Icon of={LogOut} />
        <span>Sign out</span>
      </button>
      {isAsking ? (
        <UnsavedChangesDialog
          title="Sign out without saving?"
          text={describeUnsaved()}
          onLeave={() => {
            setAsking(false);
            signOut.mutate();
          }}
          onStay={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
