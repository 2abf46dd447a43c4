import fc from 'fast-check';
import { watchHealth } from '#tests/support/servers/health-watch.ts';
import { type HostileRequest, hostileRequest, type Known, type Role } from './hostile-requests.ts';

/** Part of every value that belongs to another user. No request contains it, so no response may. */
export const PLANTED = 'PLANTED';
const STREAM_BYTES = 64 * 1024;
const CHUNK = 500;

export interface Target {
  readonly url: string;
  readonly known: Known;
  readonly tokens: Record<Exclude<Role, 'anon'>, string>;
}

export interface AttackOptions {
  readonly requests: number;
  /** The same seed produces the same requests in the same order. */
  readonly seed: number;
  /** Number of parallel requests. */
  readonly parallel: number;
  /** A response slower than this is a finding, in ms. */
  readonly slowMs: number;
}

export interface AttackReport {
  readonly requests: number;
  /** Share of answers below 400. */
  readonly succeeded: number;
  readonly byStatus: Record<string, number>;
  /** In ms. */
  readonly slowest: number;
  /** The slowest response of `/healthz` during the attack, in ms. */
  readonly healthWorst: number;
  /** Violations, each with the request that caused it. */
  readonly findings: string[];
}

interface Outcome {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

async function readStart(
  body: ReadableStream<Uint8Array> | null,
  leave: () => void,
): Promise<string> {
  const timer = setTimeout(leave, 100);
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > STREAM_BYTES) break;
    }
  } catch {
    // Intended client disconnect.
  }
  clearTimeout(timer);
  leave();
  return text;
}

async function send(target: Target, request: HostileRequest): Promise<Outcome> {
  const { role, method, path, headers, body, isStream } = request;
  const bearer = role === 'anon' ? {} : { Authorization: `Bearer ${target.tokens[role]}` };
  const leaving = new AbortController();
  const from = performance.now();
  const answer = await fetch(target.url + path, {
    method,
    redirect: 'manual',
    headers: { ...bearer, ...headers },
    signal: leaving.signal,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const ms = performance.now() - from;
  const text = isStream ? await readStart(answer.body, () => leaving.abort()) : await answer.text();
  return { status: answer.status, text, ms: isStream ? ms : performance.now() - from };
}

function judge(request: HostileRequest, outcome: Outcome, slowMs: number): string[] {
  const { role, method, path } = request;
  const what = `${role} ${method} ${path.slice(0, 300)}`;
  const may = role === 'admin';
  return [
    ...(outcome.status >= 500 ? [`${outcome.status}: ${what}`] : []),
    ...(outcome.ms > slowMs ? [`${Math.round(outcome.ms)} ms: ${what}`] : []),
    ...(!may && outcome.text.includes(PLANTED) ? [`reads what is another's: ${what}`] : []),
  ];
}

/** Sends many mostly valid requests in parallel and reports violations. */
export async function attack(target: Target, options: AttackOptions): Promise<AttackReport> {
  const { requests, seed, parallel, slowMs } = options;
  const arbitrary = hostileRequest(target.known);
  const byStatus: Record<string, number> = {};
  const findings: string[] = [];
  let slowest = 0;
  let succeeded = 0;
  const health = await watchHealth(`${target.url}/healthz`);

  for (let done = 0; done < requests; done += CHUNK) {
    const numRuns = Math.min(CHUNK, requests - done);
    const waiting = fc.sample(arbitrary, { numRuns, seed: seed + done });
    const sendNext = async () => {
      for (let request = waiting.pop(); request; request = waiting.pop()) {
        const outcome = await send(target, request);
        findings.push(...judge(request, outcome, slowMs));
        slowest = Math.max(slowest, outcome.ms);
        byStatus[outcome.status] = (byStatus[outcome.status] ?? 0) + 1;
        if (outcome.status < 400) succeeded += 1;
      }
    };
    await Promise.all(Array.from({ length: parallel }, sendNext));
  }
  const { worst: healthWorst } = await health.take();
  health.stop();
  return {
    requests,
    succeeded: succeeded / requests,
    byStatus,
    slowest,
    healthWorst,
    findings,
  };
}
