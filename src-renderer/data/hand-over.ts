import type { AuthSession } from '#contract/calls/auth.ts';
import type { HandOver, HandOverStatus } from '#contract/calls/hand-over.ts';
import { AUTH_ERROR } from '#contract/constants/error-codes.ts';
import type { HandOverGoal } from '#contract/constants/hand-over-address.ts';
import { authClient } from '#renderer/lib/requests/auth-client.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { CallError } from '#renderer/lib/requests/call.ts';

export const isForScreen = (error: unknown) => hasCode(error, AUTH_ERROR.handOverForScreen);
export const isForPhone = (error: unknown) => hasCode(error, AUTH_ERROR.handOverForPhone);

/** Screen: requests a code to show. If the screen is signed in, the code signs the phone in as the same user. */
export function requestHandOver(to: HandOverGoal): Promise<HandOver> {
  return backend().call('requestHandOver', { input: { to } });
}

/** Screen: waits for the status of the code. */
export function watchHandOver(secret: string): Promise<HandOverStatus> {
  return backend().call('watchHandOver', { input: { secret } });
}

/** Screen: invalidates the code. Fire and forget, because the page may be unloading. */
export function cancelHandOver(secret: string): void {
  backend()
    .call('cancelHandOver', { input: { secret }, keepalive: true })
    .catch(() => {});
}

/** Phone: signs in here as the user at the screen. */
export async function redeemHandOver(code: string): Promise<void> {
  await takeSession(await backend().call('redeemHandOver', { input: { code } }));
}

/** Phone: signs the screen in as the user of the phone. */
export async function approveSignIn(code: string): Promise<void> {
  await backend().call('approveSignIn', { input: { code } });
}

/** Signs in with the session, as a password sign-in does. */
export async function takeSession({ access_token, refresh_token }: AuthSession): Promise<void> {
  const { error } = await (await authClient()).setSession({ access_token, refresh_token });
  if (error) throw new CallError(error.message, { code: error.code });
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof CallError && error.code === code;
}
