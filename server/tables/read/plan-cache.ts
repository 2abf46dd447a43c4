import { RecentlyUsed } from '#db/recently-used.ts';
import type { ReadPlan } from './plan.ts';

/** A longer query is rare and would push out many short ones. */
const MAX_KEY = 2000;
/** Characters of SQL: a plan takes up to fifty times as many bytes, and a query of many relations is a long one. */
const LIMITS = { most: 1000, mostWeight: 1_000_000 };

/** Parsing and compiling cost as much as a small read, so the last plans are kept. */
export class PlanCache {
  readonly #plans = new RecentlyUsed<ReadPlan>(LIMITS);

  find(key: string): ReadPlan | undefined {
    return this.#plans.find(key);
  }

  keep(key: string, plan: ReadPlan): void {
    if (key.length > MAX_KEY) return;
    this.#plans.keep(key, plan, plan.page.sql.length + plan.total.sql.length);
  }
}
