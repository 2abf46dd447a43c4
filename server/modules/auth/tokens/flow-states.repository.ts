import type { Selectable } from 'kysely';
import type { FlowStatesTable } from '#db/schema/auth.ts';
import type { Executor } from '#db/schema/database.ts';
import { hashSecret } from '#server/core/config/secrets.ts';
import type { Challenge } from './pkce.ts';

export type FlowState = Selectable<FlowStatesTable>;

/** Stores the challenge until the code is exchanged; returns the flow's id, or null without a challenge. */
export async function insertFlowState(
  db: Executor,
  flow: { challenge: Challenge | undefined; userId: string; authType: string; now: string },
): Promise<string | null> {
  if (!flow.challenge) return null;
  const id = crypto.randomUUID();
  await db
    .insertInto('flow_states')
    .values({
      id,
      user_id: flow.userId,
      code_challenge: flow.challenge.challenge,
      code_challenge_method: flow.challenge.method,
      auth_type: flow.authType,
      created_at: flow.now,
    })
    .execute();
  return id;
}

/** Creates the code for the redirect; undefined if the flow is unknown. */
export async function issueAuthCode(
  db: Executor,
  flowStateId: string,
  now: string,
): Promise<string | undefined> {
  const code = crypto.randomUUID();
  const row = await db
    .updateTable('flow_states')
    .set({ auth_code_hash: hashSecret(code), issued_at: now })
    .where('id', '=', flowStateId)
    .returning('id')
    .executeTakeFirst();
  return row && code;
}

export function findFlowByAuthCode(db: Executor, code: string): Promise<FlowState | undefined> {
  return db
    .selectFrom('flow_states')
    .selectAll()
    .where('auth_code_hash', '=', hashSecret(code))
    .executeTakeFirst();
}

/** True for exactly one of concurrent callers, who may exchange the code. */
export async function consumeFlow(db: Executor, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('flow_states')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteOtherFlows(
  db: Executor,
  userId: string,
  current: string | null,
): Promise<void> {
  await db
    .deleteFrom('flow_states')
    .where('user_id', '=', userId)
    .$if(current !== null, (query) => query.where('id', '!=', current ?? ''))
    .execute();
}
