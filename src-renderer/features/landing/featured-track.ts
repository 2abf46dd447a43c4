import type { PlayableTrack } from '#renderer/data/playback.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';

/** Shown until the library has been asked; the sample library's own featured track. */
export const EXPECTED_TRACK = { title: 'New Britain', duration: 179 };

let asked: Promise<PlayableTrack | undefined> | undefined;

/** By plain `fetch`, because the page must not carry the table client for one request. */
export function findFeaturedTrack(): Promise<PlayableTrack | undefined> {
  asked ??= fetchFeaturedTrack().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

async function fetchFeaturedTrack(): Promise<PlayableTrack | undefined> {
  const { anonKey, premiumGate } = publicConfig();
  // Where premium tracks are locked, one that everybody may hear: the first, when none is featured.
  const which = premiumGate ? 'is_premium=eq.false' : 'featured=eq.true';
  const query = `select=*&enabled=eq.true&${which}&order=featured.desc,position.asc,id.asc&limit=1`;
  const response = await fetch(`/rest/v1/audio_content?${query}`, {
    headers: { apikey: anonKey },
  });
  if (!response.ok) throw new Error(`featured track: ${response.status}`);
  // The columns of audio_content that the player looks at.
  const rows = (await response.json()) as PlayableTrack[];
  return rows[0];
}
