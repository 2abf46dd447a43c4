import fc from 'fast-check';
import { type HostileRequest, hostileRequest, type Known, type Role } from './hostile-requests.ts';

/** Part of every value that belongs to another user. No request contains it, so no response may. */
export const PLANTED = 'PLANTED';
const STREAM_BYTES = 64 * 1024;
/** A slower response is a finding. */
const SLOW_MS = 10_000;

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
}

export interface AttackReport {
  /** Share of answers below 400. */
  readonly succeeded: number;
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

function judge(request: HostileRequest, outcome: Outcome): string[] {
  const { role, method, path } = request;
  const what = `${role} ${method} ${path.slice(0, 300)}`;
  const may = role === 'admin';
  return [
    ...(outcome.status >= 500 ? [`${outcome.status}: ${what}`] : []),
    ...(outcome.ms > SLOW_MS ? [`${Math.round(outcome.ms)} ms: ${what}`] : []),
    ...(!may && outcome.text.includes(PLANTED) ? [`reads what is another's: ${what}`] : []),
  ];
}

/** Sends many mostly valid requests in parallel and reports violations. */
export async function attack(target: Target, options: AttackOptions): Promise<AttackReport> {
  const { requests, seed, parallel } = options;
  const waiting = fc.sample(hostileRequest(target.known), { numRuns: requests, seed });
  const findings: string[] = [];
  let succeeded = 0;
  const sendNext = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const outcome = await send(target, request);
      findings.push(...judge(request, outcome));
      if (outcome.status < 400) succeeded += 1;
    }
  };
  await Promise.all(Array.from({ length: parallel }, sendNext));
  return { succeeded: succeeded / requests, findings };
}
