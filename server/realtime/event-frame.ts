/** A frame of an event stream in both HTTP/1 forms, sharing memory. */
export interface Frame {
  readonly chunked: Buffer;
  /** For HTTP/1.0 proxies: without chunked encoding. */
  readonly plain: Buffer;
}

/** Encoded once and written to thousands of sockets. */
export function createFrame(text: string): Frame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunked = Buffer.from(`${head}${text}\r\n`);
  return { chunked, plain: chunked.subarray(head.length, chunked.length - 2) };
}

export function createEventFrame(id: number, event: string, data: unknown): Frame {
  return createFrame(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A comment, not an event: keeps the connection open and advances the resume point past invisible changes. */
export function createHeartbeatFrame(id: number): Frame {
  return createFrame(`:\nid: ${id}\n\n`);
}
