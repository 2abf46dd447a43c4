import type { PublicConfig } from '#contract/constants/pages/public-config.ts';
import type { Announcement } from '#contract/rows/settings.ts';
import { firstAnonKey } from '#server/core/config/config.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/** Current public settings; no other setting is sent to pages. */
export function createPublicConfigReader({
  clock,
  config,
  settings,
}: ServerDeps): () => Promise<PublicConfig> {
  return async () => {
    const { announcement, brand, switches, texts } = await settings.read();
    return {
      anonKey: firstAnonKey(config),
      siteUrl: config.SITE_URL,
      magicLink: switches.magic_link,
      premiumGate: switches.premium_gate,
      passwordLength: config.AUTH_PASSWORD_LENGTH,
      ...(switches.play_log ? {} : { isPlayLogOptIn: true }),
      ...(switches.sign_up ? {} : { isSignUpClosed: true }),
      ...(config.SERVICE_WORKER && !config.KIOSK ? {} : { isWorkerOff: true }),
      brand,
      ...texts,
      ...(isDue(announcement, clock.now()) ? { announcement: announcement.text } : {}),
    };
  };
}

/** Uses the server's clock, not the reader's. */
function isDue(announcement: Announcement | undefined, now: number): announcement is Announcement {
  if (!announcement) return false;
  const { from, until } = announcement;
  return !(from && now < Date.parse(from)) && !(until && now >= Date.parse(until));
}
