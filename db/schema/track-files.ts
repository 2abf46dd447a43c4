/** Every file a track has ever played; triggers on `audio_content` write it. */
export interface TrackFilesTable {
  /** As it stood in `audio_url`. */
  path: string;
  /** Of a track that may have been deleted since. */
  track_id: number;
  /** As the track is now, or was when it was deleted. */
  is_premium: boolean;
}
