import { z } from 'zod';
import { isGuessablePin } from './guessable-pin.ts';
import { openingHoursSchema } from './opening-hours.ts';

/**
 * Messages between the desktop shell and its page. Pages import only the types: `window.desktop` exists only in
 * that window.
 */

/** Digits, because the PIN is typed on a touch screen in public. */
const pinSchema = z.string().regex(/^\d{6,12}$/);
/** Rejects guessable PINs when a new one is set; an old one still unlocks. */
const newPinSchema = pinSchema.refine((pin) => !isGuessablePin(pin));

export const kioskSettingsSchema = z.object({
  /** Name for staff, e.g. 'Room 2'. */
  name: z
    .string()
    .trim()
    .min(1, 'Please give the kiosk a name')
    .max(60, 'Please choose a name of at most 60 characters'),
  /** Maximum volume as a share of the system's; 0 is silence. */
  volumePercent: z.int().min(0).max(100),
  /** Seconds without touch, key and sound until the kiosk asks whether anyone is there. */
  idleSeconds: z.int().min(30).max(3600),
  /** Seconds until that question counts as unanswered. */
  warningSeconds: z.int().min(10).max(120),
  /** Seconds without a touch until the screen goes dark; sound continues. */
  dimSeconds: z.int().min(15).max(3600),
  /** Minutes after which sound alone no longer keeps a session open; null for no limit. */
  hardLimitMinutes: z.int().min(5).max(1440).nullable(),
  openingHours: openingHoursSchema,
});
export type KioskSettings = z.infer<typeof kioskSettingsSchema>;

export const DEFAULT_KIOSK_SETTINGS: KioskSettings = {
  name: 'Kiosk',
  volumePercent: 100,
  idleSeconds: 180,
  warningSeconds: 30,
  dimSeconds: 120,
  hardLimitMinutes: null,
  openingHours: null,
};

/** kiosk.json: missing members get defaults, so that older files stay valid. */
export const kioskFileSchema = z
  .record(z.string(), z.unknown())
  .transform((kept) => ({ ...DEFAULT_KIOSK_SETTINGS, ...kept }))
  .pipe(kioskSettingsSchema);

/** A local network: its name in the system, and this machine's address in it. */
const sharedNetworkSchema = z.object({ name: z.string(), ip: z.ipv4() });
export type SharedNetwork = z.infer<typeof sharedNetworkSchema>;

/** Staff's choice; `network` names one of several, null selects the most likely. */
const sharingChoiceSchema = z.object({ isOn: z.boolean(), network: z.string().nullable() });
export type SharingChoice = z.infer<typeof sharingChoiceSchema>;

const sharingSchema = z.object({
  /** opening, closing: waiting until nothing plays. no-network: enabled, but no network found. */
  status: z.enum(['off', 'opening', 'on', 'no-network', 'closing']),
  /** Address for phones, e.g. `http://192.168.1.20:50123`; only when on. */
  address: z.url().nullable(),
  network: z.string().nullable(),
  networks: z.array(sharedNetworkSchema),
});
export type Sharing = z.infer<typeof sharingSchema>;

export const NOT_SHARED: Sharing = { status: 'off', address: null, network: null, networks: [] };

/** Typed by staff to enrol this kiosk at a main server: its address and code. */
const joiningSchema = z.object({ address: z.string().max(200), code: z.string().max(40) });
export type Joining = z.infer<typeof joiningSchema>;

const JOIN_OUTCOMES = [
  'joined',
  /** The kiosk is locked. */
  'locked',
  /** Invalid, not encrypted, or this kiosk's own. */
  'bad-address',
  'bad-code',
  'too-many-tries',
  'unreachable',
  /** It answers, but not as a server of this program. */
  'no-such-server',
] as const;
export type JoinOutcome = (typeof JOIN_OUTCOMES)[number];

/** untold: this screen has left, but the main server could not be reached. */
const LEAVE_OUTCOMES = ['left', 'untold', 'locked'] as const;
export type LeaveOutcome = (typeof LEAVE_OUTCOMES)[number];

const mainServerSchema = z.object({
  address: z.url(),
  /** removed: deleted from the main server's list. */
  status: z.enum(['connecting', 'in-touch', 'away', 'removed']),
});
export type MainServer = z.infer<typeof mainServerSchema>;

export const desktopStateSchema = z.object({
  version: z.string(),
  isKiosk: z.boolean(),
  /** Staff entered the PIN: the admin area opens and the window may be closed. */
  isUnlocked: z.boolean(),
  /** Without a PIN no one could leave the kiosk, so it asks for one first. */
  hasPin: z.boolean(),
  /** Null if this program cannot start at login. */
  opensAtLogin: z.boolean().nullable(),
  settings: kioskSettingsSchema,
  /** Whether phones on the local network may open this kiosk's pages. */
  sharing: sharingSchema,
  /** Set outside opening hours while idle, with the next opening if any; null: open. */
  closed: z.object({ opensAt: z.iso.datetime().nullable() }).nullable(),
  /** The remote server that this kiosk also reports to; null: none. */
  mainServer: mainServerSchema.nullable(),
});
export type DesktopState = z.infer<typeof desktopStateSchema>;

export const unlockResultSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('open') }),
  z.object({ outcome: z.literal('wrong'), triesLeft: z.int() }),
  z.object({ outcome: z.literal('wait'), seconds: z.int() }),
]);
export type UnlockResult = z.infer<typeof unlockResultSchema>;

const nothing = z.undefined();

/**
 * Every call a page may make: channel, input and output. A boolean output is false while the kiosk is locked; `setPin`
 * also sets the first PIN of a locked kiosk.
 */
export const DESKTOP_CALLS = {
  /** Clears everything the window stores about the user: storage, cookies, caches, clipboard. */
  endSession: { channel: 'desktop:end-session', input: nothing, output: nothing },
  unlock: { channel: 'desktop:unlock', input: pinSchema, output: unlockResultSchema },
  lock: { channel: 'desktop:lock', input: nothing, output: nothing },
  setPin: { channel: 'desktop:set-pin', input: newPinSchema, output: z.boolean() },
  saveSettings: { channel: 'desktop:settings', input: kioskSettingsSchema, output: z.boolean() },
  setOpensAtLogin: { channel: 'desktop:login-item', input: z.boolean(), output: z.boolean() },
  setSharing: { channel: 'desktop:sharing', input: sharingChoiceSchema, output: z.boolean() },
  /** Enrols the kiosk at another server, which then gets its reports too. */
  joinServer: {
    channel: 'desktop:join-server',
    input: joiningSchema,
    output: z.enum(JOIN_OUTCOMES),
  },
  leaveServer: {
    channel: 'desktop:leave-server',
    input: nothing,
    output: z.enum(LEAVE_OUTCOMES),
  },
  quit: { channel: 'desktop:quit', input: nothing, output: z.boolean() },
} as const;

export type DesktopCallName = keyof typeof DESKTOP_CALLS;
export type DesktopInput<Name extends DesktopCallName> = z.infer<
  (typeof DESKTOP_CALLS)[Name]['input']
>;
export type DesktopOutput<Name extends DesktopCallName> = z.infer<
  (typeof DESKTOP_CALLS)[Name]['output']
>;

/** Called once before the page's scripts run, so that a kiosk never shows another page first. */
export const READ_STATE_CHANNEL = 'desktop:state';
/** Sent to the page on every state change. */
export const STATE_CHANGED_CHANNEL = 'desktop:state-changed';

type DesktopBridgeCalls = {
  [Name in DesktopCallName]: (
    ...input: DesktopInput<Name> extends undefined ? [] : [input: DesktopInput<Name>]
  ) => Promise<DesktopOutput<Name>>;
};

export interface DesktopBridge extends DesktopBridgeCalls {
  state(): DesktopState;
  /** Subscribes to changes; returns the unsubscribe function. */
  onState(listener: (state: DesktopState) => void): () => void;
}

/** Messages of the server process to the shell that forked it. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.url({ protocol: /^http$/ }) }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
