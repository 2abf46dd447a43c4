import { RELATIVE_ADDRESSES } from '#contract/constants/pages/paths.ts';
import type { PlayableTrack } from '#renderer/data/playback.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';

/** Shown until the track has loaded: the featured track of the sample library. */
export const EXPECTED_TRACK = { title: 'Amazing Grace', duration: 179 };

let request: Promise<PlayableTrack | undefined> | undefined;

/** Uses plain `fetch` to keep the table client out of this page's bundle. */
export function findFeaturedTrack(): Promise<PlayableTrack | undefined> {
  request ??= fetchFeaturedTrack().catch((error: unknown) => {
    request = undefined;
    throw error;
  });
  return request;
}

async function fetchFeaturedTrack(): Promise<PlayableTrack | undefined> {
  const { anonKey, premiumGate } = publicConfig();
  // With the premium gate, a free track, preferably the featured one; otherwise the featured one.
  const filter = premiumGate ? 'is_premium=eq.false' : 'featured=eq.true';
  const query = `select=*&enabled=eq.true&${filter}&order=featured.desc,position.asc,id.asc&limit=1`;
  const response = await fetch(`/rest/v1/audio_content?${query}`, {
    headers: { apikey: anonKey, Prefer: RELATIVE_ADDRESSES },
  });
  if (!response.ok) throw new Error(`featured track: ${response.status}`);
  // Rows contain at least the audio_content columns that the player uses.
  const rows = (await response.json()) as PlayableTrack[];
  return rows[0];
}
