import { parentPort } from 'node:worker_threads';
import { type MailHead, readHead, readReply, type TextPart } from './read-mail.ts';

/** Task of the worker; one at a time. */
export type MailTask = { readonly head: Uint8Array } | { readonly part: TextPart };
export type MailAnswer =
  | { readonly head: MailHead }
  | { readonly text: string }
  | { readonly error: string };

parentPort?.on('message', async (task: MailTask) => {
  try {
    const answer: MailAnswer =
      'head' in task ? { head: await readHead(task.head) } : { text: await readReply(task.part) };
    parentPort?.postMessage(answer);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies MailAnswer);
  }
});
