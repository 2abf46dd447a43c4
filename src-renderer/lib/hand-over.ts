import type { AuthSession } from '#contract/auth.ts';
import { AUTH_ERROR } from '#contract/error-codes.ts';
import type { HandOver, HandOverNews } from '#contract/hand-over.ts';
import type { HandOverGoal } from '#contract/hand-over-address.ts';
import { API_PATHS } from '#contract/paths.ts';
import { backend } from './backend.ts';

/** What the server would not do; `message` says to her what to do next. */
class HandOverError extends Error {
  readonly code: string | undefined;

  constructor(code: string | undefined, message: string) {
    super(message);
    this.name = 'HandOverError';
    this.code = code;
  }
}

export const isForScreen = (error: unknown) => hasCode(error, AUTH_ERROR.handOverForScreen);
export const isForPhone = (error: unknown) => hasCode(error, AUTH_ERROR.handOverForPhone);

/** Screen: a code of its own to show; towards the phone it speaks for who is signed in here. */
export function requestHandOver(to: HandOverGoal): Promise<HandOver> {
  return post('codes', { to });
}

/** Screen: what became of the code. */
export function watchHandOver(secret: string): Promise<HandOverNews> {
  return post('watch', { secret });
}

/** Screen: the code is no longer shown. Nobody waits for this, and the page may be going. */
export function cancelHandOver(secret: string): void {
  post('cancel', { secret }, { keepalive: true }).catch(() => {});
}

/** Phone: signs in here as the person at the screen. */
export async function redeemHandOver(code: string): Promise<void> {
  await takeSession(await post<AuthSession>('redeem', { code }));
}

/** Phone: whoever is signed in here lets the screen in. */
export async function letScreenIn(code: string): Promise<void> {
  await post('let-in', { code });
}

/** Screen: takes back what a code gave, when it was not her phone that took it. */
export async function signOutElsewhere(): Promise<void> {
  const { error } = await backend().auth.signOut({ scope: 'others' });
  if (error) throw error;
}

/** Makes the page hers, as a sign-in by password would. */
export async function takeSession({ access_token, refresh_token }: AuthSession): Promise<void> {
  const { error } = await backend().auth.setSession({ access_token, refresh_token });
  if (error) throw new HandOverError(error.code, error.message);
}

async function post<Answer>(path: string, body: object, more: RequestInit = {}): Promise<Answer> {
  const answer = await backend()
    .fetch(`${API_PATHS.auth}/hand-over/${path}`, {
      ...more,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' },
      body: JSON.stringify(body),
    })
    .catch(() => undefined);
  const text = (await answer?.text()) ?? '';
  const told: unknown = text === '' ? undefined : JSON.parse(text);
  // Our own server, by the schemas of contract/hand-over.ts.
  if (answer?.ok) return told as Answer;
  const { code, message } = Object(told);
  throw new HandOverError(code, message ?? 'The screen’s server did not answer. Please try again.');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof HandOverError && error.code === code;
}
