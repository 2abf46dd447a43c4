export type HostedRow = Readonly<Record<string, unknown>>;

/** The database of the hosted backend, only read, as it was at one moment. */
export interface HostedSource {
  readonly about: string;
  /** A dump may be of a part of it, and outlives it. */
  readonly isDump: boolean;
  /** False for a table that this installation of it does not have. */
  has(table: string): Promise<boolean>;
  count(table: string): Promise<number>;
  columns(table: string): Promise<readonly string[]>;
  /** Of all its rows, where whoever reads them twice must find the same. */
  checksum(table: string): string | undefined;
  /** Whole rows, whatever columns its version has. */
  rows(table: string): AsyncGenerator<HostedRow>;
}
