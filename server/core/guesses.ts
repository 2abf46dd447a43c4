import type { ServerDeps } from '#server/core/deps.ts';
import { clearCount, counterKey, giveBack } from './counters.repository.ts';
import { ensureMayTry, type WaitRules } from './growing-wait.ts';

/** Guesses at one secret of another module by one subject: a person, or a network address. */
export interface Guesses extends WaitRules {
  /** What is guessed at, 'centre-code'. */
  readonly what: string;
  readonly subject: string;
}

type Deps = Pick<ServerDeps, 'config' | 'db' | 'clock'>;

const keyOf = ({ config }: Deps, { what, subject }: Guesses) => counterKey(config, what, subject);

/** Counts one more, for all processes together, before anything is looked up; or throws when it came too soon. */
export function countGuess(deps: Deps, guesses: Guesses): Promise<void> {
  return ensureMayTry(deps, keyOf(deps, guesses), guesses);
}

/** After a right one: the subject begins anew. */
export function forgetGuesses(deps: Deps, guesses: Guesses): Promise<void> {
  return clearCount(deps.db.kysely, keyOf(deps, guesses));
}

/** After a right one by one of many behind the subject: only this one is taken off. */
export function takeGuessBack(deps: Deps, guesses: Guesses): Promise<void> {
  return giveBack(deps.db.kysely, keyOf(deps, guesses));
}
