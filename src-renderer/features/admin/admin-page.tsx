import { useQueryClient } from '@tanstack/react-query';
import { useAtom } from 'jotai';
import { useEffect } from 'react';
import { AdminFrame } from './admin-frame.tsx';
import { AdminLogin } from './admin-login.tsx';
import { adminTokenAtom } from './admin-session.ts';
import './admin.css';

/** What stands in the tabs is only hidden when the token runs out, so that nothing typed is lost. */
export function AdminPage() {
  const [token, setToken] = useAtom(adminTokenAtom);
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!token) return;
    // What failed for want of a token, or was read with the one before.
    void queryClient.invalidateQueries({ queryKey: ['admin'] });
    const timer = setTimeout(() => setToken(null), token.expires_in * 1000);
    return () => clearTimeout(timer);
  }, [token, setToken, queryClient]);

  return (
    <>
      {token ? null : <AdminLogin hasRunOut={token === null} onOpen={setToken} />}
      {token === undefined ? null : (
        <div hidden={!token}>
          <AdminFrame />
        </div>
      )}
    </>
  );
}
