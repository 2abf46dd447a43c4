/** Original names of files whose stored names are ASCII plus a content hash. */
export interface FileNamesTable {
  /** `/storage/v1/object/public/…` */
  path: string;
  /** As last uploaded, in any writing system. */
  name: string;
}
