import { API_PATHS } from '#contract/paths.ts';
import type { Bucket, StoredObject } from '#contract/storage.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';

interface UploadOptions {
  readonly bucket: Bucket;
  readonly file: File;
  readonly token: string;
  /** From 0 to 1; 1 while the server looks at the whole file. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** XMLHttpRequest, because `fetch` does not tell how much has been sent. Throws with the server's sentence. */
export function uploadFile(options: UploadOptions): Promise<StoredObject> {
  const { bucket, file, token, onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${API_PATHS.storage}/object/${bucket}/${nameFor(file.name)}`);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.setRequestHeader('apikey', publicConfig().anonKey);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded }) => {
      onProgress?.(file.size > 0 ? loaded / file.size : 1);
    });
    request.addEventListener('load', () => {
      const answer: unknown = request.response;
      // Written by our own server from this type.
      if (request.status === 201) resolve(answer as StoredObject);
      else reject(new Error(messageOf(answer) ?? `The server answered ${request.status}.`));
    });
    request.addEventListener('error', () =>
      reject(new Error('The connection was lost. Nothing was kept; try again when it is back.')),
    );
    request.addEventListener('abort', () => reject(new Error('Stopped. Nothing was kept.')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** The server names files by their content; this only has to be a name it can read. */
function nameFor(name: string): string {
  const plain = name.normalize('NFKD').replace(/[^A-Za-z0-9._-]+/g, '-');
  return plain.replace(/^[^A-Za-z0-9_]+/, '').slice(-100) || 'file';
}

/** 'morning_prayer-02.MP3' → 'Morning prayer 02'. */
export function titleFor(name: string): string {
  const words = name
    .replace(/\.\w+$/, '')
    .replace(/[_-]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1) || 'Untitled';
}

function messageOf(answer: unknown): string | undefined {
  const isSaid = typeof answer === 'object' && answer !== null && 'message' in answer;
  return isSaid ? String(answer.message) : undefined;
}
