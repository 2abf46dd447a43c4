import type { Actor } from '#server/core/actors/actor.ts';
import type { LoggedChange } from './prepared-change.ts';

type EndsAccess = (actor: Actor, id: unknown) => boolean;

/** By table: whether a log entry with this id ends the access of the actor. Readers never get these entries. */
const ENDINGS: Readonly<Record<string, EndsAccess>> = {
  sessions: ({ sessionId }, id) => sessionId === id,
  users: ({ userId }, id) => userId === id,
  admin_credentials: ({ role, admin }) => role === 'service_role' && admin === undefined,
  admin_sessions: ({ sessionId }, id) => sessionId === id,
  admin_people: ({ admin }, id) => admin?.id === id,
};

/** Whether this entry ends anyone's access. */
export function isEnding({ table }: LoggedChange): boolean {
  return Object.hasOwn(ENDINGS, table);
}

/** Whether this entry ends the reader's access; the client may reconnect with valid credentials. */
export function endsAccessOf({ table, oldRecord }: LoggedChange, actor: Actor): boolean {
  const id = oldRecord?.['id'];
  return id !== undefined && ENDINGS[table]?.(actor, id) === true;
}
