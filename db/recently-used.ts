interface Limits {
  readonly most: number;
  /** Of the weights of all together. */
  readonly mostWeight: number;
}

interface Kept<V> {
  readonly value: V;
  readonly weight: number;
}

/** What was used last, by name; so many, and together no heavier than so much. */
export class RecentlyUsed<V> {
  readonly #limits: Limits;
  /** In the order of last use. */
  readonly #kept = new Map<string, Kept<V>>();
  #weight = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  find(key: string): V | undefined {
    const known = this.#kept.get(key);
    if (known === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known.value;
  }

  keep(key: string, value: V, weight: number): void {
    this.#drop(key);
    this.#kept.set(key, { value, weight });
    this.#weight += weight;
    const { most, mostWeight } = this.#limits;
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most && this.#weight <= mostWeight) break;
      this.#drop(oldest);
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#weight = 0;
  }

  #drop(key: string): void {
    this.#weight -= this.#kept.get(key)?.weight ?? 0;
    this.#kept.delete(key);
  }
}
