import { z } from 'zod';
import { openingHoursSchema } from './opening-hours.ts';

/**
 * What the shell of the desktop window and the page in it say to each other. A page imports only
 * the types: `window.desktop` is there when the page runs in that window, and nowhere else.
 */

/** Digits, since they are typed on glass with everybody watching the screen and nobody the hand. */
const pinSchema = z.string().regex(/^\d{6,12}$/);

export const kioskSettingsSchema = z.object({
  /** By which staff know it, such as 'Room 2'. */
  name: z
    .string()
    .trim()
    .min(1, 'Please give the kiosk a name')
    .max(60, 'Please choose a name of at most 60 characters'),
  /** The loudest it plays, as a share of what the system allows; 0 is silence. */
  volumePercent: z.int().min(0).max(100),
  /** No touch, no key and no sound for so long, and she is asked whether she is still there. */
  idleSeconds: z.int().min(30).max(3600),
  /** How long that question waits for an answer. */
  warningSeconds: z.int().min(10).max(120),
  /** Without a touch for so long, the screen goes dark; sound goes on. */
  dimSeconds: z.int().min(15).max(3600),
  /** After so long sound alone no longer keeps a session open; null for no limit. */
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

/** kiosk.json: what is missing in it has its default, so that an older file stays good. */
export const kioskFileSchema = z
  .record(z.string(), z.unknown())
  .transform((kept) => ({ ...DEFAULT_KIOSK_SETTINGS, ...kept }))
  .pipe(kioskSettingsSchema);

/** A network of the building: the system's name for it, and this machine's address in it. */
const sharedNetworkSchema = z.object({ name: z.string(), ip: z.ipv4() });
export type SharedNetwork = z.infer<typeof sharedNetworkSchema>;

/** What staff decide; `network` names one of several, null is the likeliest. */
const sharingChoiceSchema = z.object({ isOn: z.boolean(), network: z.string().nullable() });
export type SharingChoice = z.infer<typeof sharingChoiceSchema>;

const sharingSchema = z.object({
  /** opening, closing: as soon as nothing plays. no-network: wanted, and there is none. */
  status: z.enum(['off', 'opening', 'on', 'no-network', 'closing']),
  /** Where phones find this kiosk, such as `http://192.168.1.20:50123`; only when on. */
  address: z.url().nullable(),
  network: z.string().nullable(),
  networks: z.array(sharedNetworkSchema),
});
export type Sharing = z.infer<typeof sharingSchema>;

export const NOT_SHARED: Sharing = { status: 'off', address: null, network: null, networks: [] };

/** What staff type in to have this kiosk looked after with others: the main server's address and its code. */
const joiningSchema = z.object({ address: z.string().max(200), code: z.string().max(40) });
export type Joining = z.infer<typeof joiningSchema>;

const JOIN_OUTCOMES = [
  'joined',
  /** Not while the kiosk is locked. */
  'locked',
  /** Not an address, not encrypted, or this kiosk's own. */
  'bad-address',
  'bad-code',
  'too-many-tries',
  'unreachable',
  /** It answers, and not as a server of this program does. */
  'no-such-server',
] as const;
export type JoinOutcome = (typeof JOIN_OUTCOMES)[number];

/** untold: it is over here, and the main server could not be told. */
const LEAVE_OUTCOMES = ['left', 'untold', 'locked'] as const;
export type LeaveOutcome = (typeof LEAVE_OUTCOMES)[number];

const mainServerSchema = z.object({
  address: z.url(),
  /** removed: the kiosk was taken off the list there. */
  status: z.enum(['connecting', 'in-touch', 'away', 'removed']),
});
export type MainServer = z.infer<typeof mainServerSchema>;

export const desktopStateSchema = z.object({
  version: z.string(),
  isKiosk: z.boolean(),
  /** Staff have given the PIN: the admin area opens and the window may be closed. */
  isUnlocked: z.boolean(),
  /** Without one nobody could ever leave, so the kiosk asks for one first. */
  hasPin: z.boolean(),
  opensAtLogin: z.boolean(),
  settings: kioskSettingsSchema,
  /** Whether phones in the building's network may open this kiosk's pages. */
  sharing: sharingSchema,
  /** Outside its opening hours with nobody there, and when it opens again, if ever; null: open. */
  closed: z.object({ opensAt: z.iso.datetime().nullable() }).nullable(),
  /** The server elsewhere that this kiosk reports to beside its own; null: none. */
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

/** Every call a page may make: its channel, what goes in, what comes back. */
export const DESKTOP_CALLS = {
  endSession: { channel: 'desktop:end-session', input: nothing, output: nothing },
  unlock: { channel: 'desktop:unlock', input: pinSchema, output: unlockResultSchema },
  lock: { channel: 'desktop:lock', input: nothing, output: nothing },
  setPin: { channel: 'desktop:set-pin', input: pinSchema, output: z.boolean() },
  saveSettings: { channel: 'desktop:settings', input: kioskSettingsSchema, output: z.boolean() },
  setOpensAtLogin: { channel: 'desktop:login-item', input: z.boolean(), output: z.boolean() },
  setSharing: { channel: 'desktop:sharing', input: sharingChoiceSchema, output: z.boolean() },
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

/** Asked once, before the page's own scripts, so that a kiosk never shows anything else first. */
export const READ_STATE_CHANNEL = 'desktop:state';
/** Sent to the page whenever the state has changed. */
export const STATE_CHANGED_CHANNEL = 'desktop:state-changed';

export interface DesktopBridge {
  state(): DesktopState;
  /** Calls back after every change; returns the way to stop that. */
  onState(listener: (state: DesktopState) => void): () => void;
  /** Forgets everything the window itself keeps of the person: storage, cookies, caches, clipboard. */
  endSession(): Promise<void>;
  unlock(pin: string): Promise<UnlockResult>;
  lock(): Promise<void>;
  /** False when the kiosk is locked and has a PIN already. */
  setPin(pin: string): Promise<boolean>;
  /** False while the kiosk is locked. */
  saveSettings(settings: KioskSettings): Promise<boolean>;
  setOpensAtLogin(opensAtLogin: boolean): Promise<boolean>;
  /** False while the kiosk is locked. */
  setSharing(choice: SharingChoice): Promise<boolean>;
  /** From now on it reports to that server as well. */
  joinServer(joining: Joining): Promise<JoinOutcome>;
  leaveServer(): Promise<LeaveOutcome>;
  /** False while the kiosk is locked. */
  quit(): Promise<boolean>;
}

/** What the server's own process tells the shell that forked it. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready'), url: z.url({ protocol: /^http$/ }) }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
