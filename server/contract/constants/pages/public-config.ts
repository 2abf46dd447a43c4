import type { Brand } from './brand.ts';

/** Configuration for every page, as JSON in `<script type="application/json" id="public-config">`. */
export interface PublicConfig {
  readonly anonKey: string;
  readonly siteUrl: string;
  readonly magicLink: boolean;
  readonly premiumGate: boolean;
  /** Minimum length of a new password. */
  readonly passwordLength: number;
  /** Owner's choice: the listening history is off in the sign-up form until the user turns it on. */
  readonly asksPlayLog?: true;
  /** The owner has closed sign-up. */
  readonly isSignUpClosed?: true;
  /** Disables the service worker in this browser. */
  readonly isWorkerOff?: true;
  readonly brand: Brand;
  /** The owner's texts by name; a long one only in the document of its own page. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Pages with long texts of the owner: when they were last changed. */
  readonly longTexts?: Readonly<Record<string, string>>;
  /** The owner's announcement, if any. */
  readonly announcement?: string;
}

export const PUBLIC_CONFIG_ELEMENT_ID = 'public-config';
export const DEFAULT_ANON_KEY = 'cradlesong-anon';
