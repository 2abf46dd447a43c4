import type { Announcement } from '#contract/rows/settings.ts';
import type { PublicConfig } from '#contract/words/public-config.ts';
import type { ServerDeps } from '#server/core/deps.ts';

/** What every page may know, as it stands now; nothing else of the settings leaves the server. */
export function createPublicConfigReader({
  clock,
  config,
  settings,
}: ServerDeps): () => Promise<PublicConfig> {
  return async () => {
    const { announcement, brand, switches } = await settings.read();
    return {
      anonKey: config.ANON_KEY,
      siteUrl: config.SITE_URL,
      magicLink: switches.magic_link,
      premiumGate: switches.premium_gate,
      passwordLength: config.AUTH_PASSWORD_LENGTH,
      ...(switches.play_log ? {} : { asksPlayLog: true }),
      ...(switches.sign_up ? {} : { isSignUpClosed: true }),
      ...(config.SERVICE_WORKER && !config.KIOSK ? {} : { isWorkerOff: true }),
      brand,
      ...(isDue(announcement, clock.now()) ? { announcement: announcement.text } : {}),
    };
  };
}

/** The server's clock decides, not that of whoever reads. */
function isDue(announcement: Announcement | undefined, now: number): announcement is Announcement {
  if (!announcement) return false;
  const { from, until } = announcement;
  return !(from && now < Date.parse(from)) && !(until && now >= Date.parse(until));
}
