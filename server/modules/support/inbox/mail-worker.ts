import { serveFunctions } from '#server/core/worker-thread.ts';
import { readHead, readReply } from './read-mail.ts';

const work = { readHead, readReply };
export type MailWork = typeof work;

serveFunctions(work);
