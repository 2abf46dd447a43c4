import { LIMITS } from '#contract/constants/limits.ts';
import type { JsonLimits } from './parse-json.ts';

interface BodyLimits extends JsonLimits {
  /** Size after decompression. */
  readonly bytes: number;
}

const KB = 1024;

/** Limits of request bodies read into memory. Files are streamed and limited separately. */
export const BODIES = {
  tables: { bytes: LIMITS.bodyBytes, members: 50_000 },
  auth: { bytes: 64 * KB, members: 1_000 },
  admin: { bytes: 64 * KB, members: 6_000 },
  centreCode: { bytes: 4 * KB, members: 20 },
  deletionForm: { bytes: 32 * KB, members: 100 },
  importAddress: { bytes: 4 * KB, members: 10 },
  kioskReport: { bytes: 16 * KB, members: 1_000 },
  newsletter: { bytes: 8 * KB, members: 100 },
  ticketMessage: { bytes: 64 * KB, members: 100 },
} as const satisfies Record<string, BodyLimits>;
