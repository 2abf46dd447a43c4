import type { Bucket } from '#contract/calls/storage.ts';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { isPlanActive } from '#contract/constants/plans.ts';
import { findOldestChangeId } from '#db/change-log.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { objectOfAddress } from '#server/modules/storage/objects.usecases.ts';
import { findOpenFiles } from './open-files.ts';
import {
  findEnabledRecording,
  findPlan,
  findTrackFiles,
  hasRelevantChange,
} from './premium-gate.repository.ts';

interface StoredName {
  readonly bucket: Bucket;
  readonly name: string;
}

export type PremiumGate = ReturnType<typeof createPremiumGate>;
export type KnownGate = PremiumGate['known'];

function isSame(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined) {
  if (one === undefined || other === undefined) return one === other;
  return one.size === other.size && [...one].every((path) => other.has(path));
}

/**
 * Decides which recordings are gated. Caches the open ones, and reloads when the change log has a relevant
 * change.
 */
export function createPremiumGate({ db, clock, settings }: ServerDeps) {
  /** Public recordings; undefined while the gate is off. */
  let open: ReadonlySet<string> | undefined;
  let version = 0;
  let knownAt = -1;

  const isAddressOpen = (address: string) => open === undefined || open.has(address);

  /** Updates `known` to the newest change. */
  async function refresh(): Promise<void> {
    const { switches } = await settings.read();
    if (!switches.premium_gate) {
      setOpen(undefined);
      return;
    }
    const latest = db.latestChangeIdSync?.() ?? (await db.latestChangeId());
    if (open !== undefined && latest === knownAt) return;
    if (open === undefined || (await isOutdated(latest))) {
      const files = await findTrackFiles(db.kysely);
      setOpen(findOpenFiles(files));
    }
    knownAt = latest;
  }

  /** The log is unusable if it was pruned past the known id or reset by a restore. */
  async function isOutdated(latest: number): Promise<boolean> {
    if (latest < knownAt || (await hasRelevantChange(db.kysely, knownAt))) return true;
    return (await findOldestChangeId(db)) > knownAt + 1;
  }

  function setOpen(found: ReadonlySet<string> | undefined): void {
    if (!isSame(open, found)) version += 1;
    open = found;
  }

  return {
    /** Whether the file is public at its plain address. */
    async isOpen({ bucket, name }: StoredName) {
      if (bucket !== 'audio') return true;
      await refresh();
      return isAddressOpen(publicObjectPath(bucket, name));
    },
    /** The recording of an enabled track, if any. */
    async recordingOf(trackId: number) {
      const address = await findEnabledRecording(db.kysely, trackId);
      return address === undefined ? undefined : objectOfAddress(address);
    },
    /** Whether the user has an active subscription; true for admins. */
    async mayHear({ role, userId }: Actor) {
      if (role === 'service_role') return true;
      const plan = userId === null ? undefined : await findPlan(db.kysely, userId);
      return plan !== undefined && isPlanActive(plan, clock.now());
    },
    refresh,
    /** Last known state, for synchronous use. */
    known: {
      /** Changes whenever the result may change. */
      get version() {
        return version;
      },
      /** Whether the address is public. */
      isOpen: isAddressOpen,
    },
  };
}
