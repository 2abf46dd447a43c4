import { useLocation } from '#renderer/lib/router.tsx';

/** For a link to /login or /signup: signing in ends where she was asked to, and not at home. */
export function useWayBack(): { readonly next: string } {
  const { pathname, search } = useLocation();
  return { next: pathname + search };
}
