import type { Brand } from './brand.ts';

/** Configuration for every page, as JSON in `<script type="application/json" id="public-config">`. */
export interface PublicConfig {
  readonly anonKey: string;
  readonly siteUrl: string;
  readonly magicLink: boolean;
  readonly premiumGate: boolean;
  /** Minimum length of a new password. */
  readonly passwordLength: number;
  /** The listening history is off in the sign-up form until the user turns it on. */
  readonly isPlayLogOptIn?: true;
  /** The owner has closed sign-up. */
  readonly isSignUpClosed?: true;
  /** Disables the service worker in this browser. */
  readonly isWorkerOff?: true;
  readonly brand: Brand;
  /** The owner's texts by name. The document of a page omits the long texts of other pages. */
  readonly texts?: Readonly<Record<string, string>>;
  /** The time of the owner's last change to each long text, by page. */
  readonly longTexts?: Readonly<Record<string, string>>;
  /** The owner's announcement, if any. */
  readonly announcement?: string;
}

export const PUBLIC_CONFIG_ELEMENT_ID = 'public-config';
export const DEFAULT_ANON_KEY = 'cradlesong-anon';
