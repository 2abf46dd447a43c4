/** What the owner calls a file whose stored name is made of plain letters and its content. */
export interface FileNamesTable {
  /** `/storage/v1/object/public/…` */
  path: string;
  /** Of any script, as it came last. */
  name: string;
}
