import type { Page } from 'playwright';
import type { FaultProxy } from './fault-proxy.ts';
import type { ServerProcess } from './server-process.ts';

/** A line of the table in `docs/reliability.md`. */
export interface Row {
  readonly name: string;
  readonly measures: string;
  readonly unit: string;
  readonly atMost: number;
}

/** What one run of it measures. */
export interface Trial {
  readonly rows: readonly Row[];
  /** It lasts so long that others may run beside it. */
  readonly isLong?: boolean | undefined;
  /** A value for each row. */
  run(stage: Stage): Promise<readonly number[]>;
}

export interface Stage {
  readonly page: Page;
  readonly proxy: FaultProxy;
  readonly server: ServerProcess;
}
