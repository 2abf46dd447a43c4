/** Original names of files whose stored names are ASCII plus a content hash. */
export interface FileNamesTable {
  /** `/storage/v1/object/public/…` */
  path: string;
  /** In any script, as last uploaded. */
  name: string;
}
