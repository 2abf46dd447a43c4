import type { Brand } from './brand.ts';

/** What the server tells every page, as JSON in `<script type="application/json" id="public-config">`. */
export interface PublicConfig {
  readonly anonKey: string;
  readonly siteUrl: string;
  readonly magicLink: boolean;
  readonly premiumGate: boolean;
  /** Characters a new password needs at least; said before she chooses one. */
  readonly passwordLength: number;
  /** Only where the owner wants it so: in the sign-up form the listening history is off until she turns it on. */
  readonly asksPlayLog?: true;
  /** The owner takes no new accounts; said before somebody fills in the form. */
  readonly isSignUpClosed?: true;
  /** This browser is not to keep the frame of the application. */
  readonly isWorkerOff?: true;
  readonly brand: Brand;
  /** A sentence of the owner to everybody, when there is one. */
  readonly announcement?: string;
}

export const PUBLIC_CONFIG_ELEMENT_ID = 'public-config';
export const DEFAULT_ANON_KEY = 'cradlesong-anon';
