/** Of a track in a list: all but its words (`ListedTrack`). */
export const LISTED_COLUMNS =
  'id,title,description,category,duration,audio_url,enabled,image_url,kind,is_premium,featured,position,loudness_lufs,ground,focus,credits,publish_at,unpublish_at,created_at,updated_at';
