import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type ServerResponse,
  request as send,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from './ports.ts';

export type Fault =
  /** Connections are cut and new ones refused, as when the server dies. */
  | { kind: 'cut' }
  /** Matching requests fail without a response. */
  | { kind: 'lost'; matches: (request: IncomingMessage) => boolean }
  /** Connections stay open without data. */
  | { kind: 'frozen' }
  /** Every request gets this response, as from a captive portal or a refusing proxy. */
  | { kind: 'answered'; status: number; type?: string; body?: string }
  /** As `answered`, only for recordings whose address contains `has`. */
  | { kind: 'refused'; status: number; type?: string; body?: string; has: string }
  /** The response announces its full length and is cut off after this many bytes. */
  | { kind: 'broken-off'; after: number }
  /** The recording ends after this many bytes and reports that as its length. */
  | { kind: 'shortened'; to: number }
  /** The recording's bytes are noise from this offset on. */
  | { kind: 'corrupted'; from: number }
  /** Delays the first byte of each response by this time. */
  | { kind: 'delayed'; ms: number };

export interface FaultProxy {
  readonly url: string;
  /** A response in progress keeps the fault it began with, if that fault changes bytes. */
  set(fault: Fault | null): void;
  /** How often the last fault affected a request or response for a recording. */
  struck(): number;
  /**
   * Bytes per second for the media element's requests after its initial buffer; prefetched pieces are not throttled.
   */
  throttle(bytesPerSecond: number | null): void;
  close(): Promise<void>;
}

const SLICE_MS = 50;
const SLICE = 64 * 1024;
/** Tags with a cover, plus more sound than Chromium buffers before it plays. */
const BURST = 128 * 1024;

/** A proxy in front of a server that simulates network, server and proxy faults. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const recordings = new Set<ServerResponse>();
  const upstream = new URL(target);
  let fault: Fault | null = null;
  let rate: number | null = null;
  let strikes = 0;

  const server = createServer((request, response) => {
    const isAudio = request.url?.includes('/audio/') ?? false;
    if (isAudio) {
      recordings.add(response);
      response.on('close', () => recordings.delete(response));
    }
    if (fault?.kind === 'lost' && fault.matches(request)) {
      response.destroy();
      return;
    }
    if (fault?.kind === 'frozen') {
      if (isAudio) strikes += 1;
      return;
    }
    const isRefused = fault?.kind === 'refused' && isAudio && request.url?.includes(fault.has);
    if (fault?.kind === 'answered' || (fault?.kind === 'refused' && isRefused)) {
      if (isAudio) strikes += 1;
      response.writeHead(fault.status, { 'content-type': fault.type ?? 'text/plain' });
      response.end(fault.body ?? '');
      return;
    }
    const wait = fault?.kind === 'delayed' ? fault.ms : 0;
    if (wait > 0 && isAudio) strikes += 1;
    setTimeout(() => forward(request, response, isAudio), wait);
  });
  server.on('connection', (socket) => {
    if (fault?.kind === 'cut') {
      // No one reads the response of this request.
      strikes += 1;
      socket.destroy();
    }
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });

  const forward = (request: IncomingMessage, response: ServerResponse, isAudio: boolean) => {
    const { method, url, headers } = request;
    const upstreamRequest = send(
      { host: upstream.hostname, port: upstream.port, method, path: url, headers },
      (answer) => void relay(request, answer, response, isAudio).catch(() => response.destroy()),
    );
    upstreamRequest.on('error', () => response.destroy());
    response.on('close', () => upstreamRequest.destroy());
    request.pipe(upstreamRequest);
  };

  const relay = async (
    request: IncomingMessage,
    answer: IncomingMessage,
    response: ServerResponse,
    isAudio: boolean,
  ) => {
    const initial = fault;
    const status = answer.statusCode ?? 502;
    const headers = { ...answer.headers };
    if (!isAudio) {
      response.writeHead(status, headers);
      answer.pipe(response);
      return;
    }
    const range = /bytes (\d+)-(\d+)\/(\d+)/.exec(String(headers['content-range'] ?? ''));
    let offset = Number(range?.[1] ?? 0);
    let end = Number.POSITIVE_INFINITY;
    // Disables caching, so that no wrong response is reused and no cached one hides an outage.
    headers['cache-control'] = 'no-store';
    if (initial?.kind === 'shortened' && range) {
      end = Math.min(initial.to, Number(range[2]) + 1);
      if (offset >= end) {
        strikes += 1;
        response.writeHead(416, { 'content-range': `bytes */${initial.to}` }).end();
        return;
      }
      headers['content-range'] = `bytes ${offset}-${end - 1}/${initial.to}`;
      headers['content-length'] = String(end - offset);
    }
    response.writeHead(status, headers);
    const isElement = request.headers['sec-fetch-dest'] === 'audio';
    let sent = 0;
    for await (const chunk of answer) {
      // A response without an encoding yields buffers.
      let rest = chunk as Buffer;
      while (rest.length > 0) {
        const slow = isElement && offset >= BURST ? rate : null;
        const slice =
          slow === null ? Math.max(BURST - offset, SLICE) : Math.ceil((slow * SLICE_MS) / 1_000);
        let part = rest.subarray(0, Math.min(slice, end - offset));
        rest = part.length === 0 ? part : rest.subarray(part.length);
        if (part.length === 0) break;
        const corrupted = corrupt(part, offset, initial);
        if (corrupted !== part) strikes += 1;
        part = corrupted;
        if (!response.write(part)) await drained(response);
        if (response.destroyed) return;
        offset += part.length;
        sent += part.length;
        if (initial?.kind === 'broken-off' && sent >= initial.after) {
          strikes += 1;
          response.destroy();
          return;
        }
        while (fault?.kind === 'frozen' && !response.destroyed) await pause(SLICE_MS);
        if (slow !== null) await pause(SLICE_MS);
      }
      if (offset >= end) {
        strikes += 1;
        break;
      }
    }
    response.end();
  };

  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    set(next) {
      const before = fault;
      fault = next;
      if (next) strikes = 0;
      // Closes stalled requests when the outage ends, so that no old responses arrive.
      const isCutting = next?.kind === 'cut' || next?.kind === 'answered';
      if (isCutting || next?.kind === 'frozen') strikes += recordings.size;
      if (isCutting || before?.kind === 'frozen') {
        for (const socket of sockets) socket.destroy();
      }
    },
    struck: () => strikes,
    throttle(bytesPerSecond) {
      rate = bytesPerSecond;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Replaces bytes with noise from this offset of the recording on. */
function corrupt(part: Buffer<ArrayBufferLike>, offset: number, fault: Fault | null) {
  if (fault?.kind !== 'corrupted' || offset + part.length <= fault.from) return part;
  const { from } = fault;
  return Buffer.from(part.map((byte, at) => (offset + at < from ? byte : at % 251)));
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
