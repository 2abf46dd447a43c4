/** Every file a track has ever used; triggers on `audio_content` write it. */
export interface TrackFilesTable {
  /** As in `audio_url`. */
  path: string;
  /** May refer to a deleted track. */
  track_id: number;
  /** The track's current value, or its last one before the deletion. */
  is_premium: boolean;
}
