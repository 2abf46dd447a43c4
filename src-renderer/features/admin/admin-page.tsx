import { useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { AdminToken } from '#contract/calls/auth.ts';
import { AdminFrame } from './admin-frame.tsx';
import { AdminLogin } from './admin-login.tsx';
import { adminTokenAtom } from './admin-session.ts';
import { INVITATION_PATH, Invitation } from './entry/invitation.tsx';
import { PreviewSlot, type Previews } from './preview-slot.ts';
import './admin.css';

/**
 * Hides the tabs instead of unmounting them when the token expires, so that typed input is kept.
 */
export function AdminPage({ previews }: { previews: Previews }) {
  const [token, setToken] = useAtom(adminTokenAtom);
  const queryClient = useQueryClient();
  const isInvited = useLocation().pathname === INVITATION_PATH;
  const navigate = useNavigate();
  const handleInvited = (opened: AdminToken) => {
    setToken(opened);
    navigate('/admin', { replace: true });
  };

  useEffect(() => {
    if (!token) return;
    // Refetches queries that failed without a token or were read with the previous one.
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
    const timer = setTimeout(() => setToken(null), token.expires_in * 1000);
    return () => clearTimeout(timer);
  }, [token, setToken, queryClient]);

  return (
    <>
      {token ? null : isInvited ? (
        <Invitation onOpen={handleInvited} />
      ) : (
        <AdminLogin hasRunOut={token === null} onOpen={setToken} />
      )}
      {token === undefined ? null : (
        <div hidden={!token}>
          <PreviewSlot value={previews}>
            <AdminFrame />
          </PreviewSlot>
        </div>
      )}
    </>
  );
}
