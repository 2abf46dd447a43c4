import type { ReadPlan } from './plan.ts';

const CAPACITY = 1000;
/** A longer query is rare and would push out many short ones. */
const MAX_KEY = 2000;

/** Parsing and compiling cost as much as a small read, so the last plans are kept. */
export class PlanCache {
  readonly #plans = new Map<string, ReadPlan>();

  find(key: string): ReadPlan | undefined {
    const known = this.#plans.get(key);
    if (known === undefined) return undefined;
    // Re-inserting keeps the map in the order of last use.
    this.#plans.delete(key);
    this.#plans.set(key, known);
    return known;
  }

  keep(key: string, plan: ReadPlan): void {
    if (key.length > MAX_KEY) return;
    this.#plans.set(key, plan);
    const [oldest] = this.#plans.keys();
    if (this.#plans.size > CAPACITY && oldest !== undefined) this.#plans.delete(oldest);
  }
}
