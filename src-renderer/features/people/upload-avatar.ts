import { uploadedObjectSchema } from '#contract/calls/storage.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { currentSession } from '#renderer/lib/requests/auth-client.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

const MEGABYTE = 1024 * 1024;
/** The largest picture at 350 kbit/s. A dead connection would otherwise keep the dialog busy for minutes. */
const LIMIT_MS = 120_000;

/** The server copies the picture at an https address as the user's picture; returns its new URL. */
export async function importAvatar(address: string): Promise<string> {
  return send('import', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address }),
  });
}

/** Replaces the user's picture and returns its URL. Throws with a message for the field. */
export async function uploadAvatar(file: File): Promise<string> {
  if (file.size > LIMITS.avatarBytes) {
    throw new Error(`The picture is larger than ${LIMITS.avatarBytes / MEGABYTE} MB`);
  }
  return send('object', {
    headers: { 'Content-Type': file.type || 'application/octet-stream', 'x-upsert': 'true' },
    body: file,
  });
}

async function send(endpoint: 'object' | 'import', init: RequestInit): Promise<string> {
  const id = (await currentSession())?.user.id;
  const response = await backend()
    .fetch(`${API_PATHS.storage}/${endpoint}/avatars/${id}/avatar`, {
      method: 'POST',
      signal: AbortSignal.timeout(LIMIT_MS),
      ...init,
    })
    .catch(() => undefined);
  if (!response) throw new Error('The picture was not uploaded. Please try again.');
  const body: unknown = await response.json().catch(() => undefined);
  const stored = uploadedObjectSchema.safeParse(body);
  if (response.ok && stored.success) return new URL(stored.data.path, window.location.origin).href;
  const message: unknown = Reflect.get(Object(body), 'message');
  throw new Error(typeof message === 'string' ? message : 'The picture was not uploaded.');
}
