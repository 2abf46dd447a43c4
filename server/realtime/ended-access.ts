import type { Actor } from '#server/core/actor.ts';
import type { LoggedChange } from './prepared-change.ts';

type EndsAccess = (actor: Actor, id: unknown) => boolean;

/** Lines of the log that nobody is told of: they say whose access has ended, by the id of what ended it. */
const ENDINGS: Readonly<Record<string, EndsAccess>> = {
  sessions: ({ sessionId }, id) => sessionId === id,
  users: ({ userId }, id) => userId === id,
  admin_credentials: ({ role, admin }) => role === 'service_role' && admin === undefined,
  admin_people: ({ admin }, id) => admin?.id === id,
};

/** Whether this line ends somebody's access at all. */
export function isEnding({ table }: LoggedChange): boolean {
  return Object.hasOwn(ENDINGS, table);
}

/** Whether it ends the access of this reader; who may come back with what is then to show. */
export function endsAccessOf({ table, oldRecord }: LoggedChange, actor: Actor): boolean {
  const id = oldRecord?.['id'];
  return id !== undefined && ENDINGS[table]?.(actor, id) === true;
}
