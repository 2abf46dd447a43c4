/** One piece of an event stream, in the two forms HTTP/1 sends it, over the same memory. */
export interface Frame {
  readonly chunked: Buffer;
  /** For HTTP/1.0, which old proxies speak: the text alone. */
  readonly plain: Buffer;
}

/** Made once and written to thousands of sockets as it is. */
export function createFrame(text: string): Frame {
  const head = `${Buffer.byteLength(text).toString(16)}\r\n`;
  const chunked = Buffer.from(`${head}${text}\r\n`);
  return { chunked, plain: chunked.subarray(head.length, chunked.length - 2) };
}

export function createEventFrame(id: number, event: string, data: unknown): Frame {
  return createFrame(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** No event: keeps the line open, and moves the stream's resume point past what its reader may not see. */
export function createHeartbeatFrame(id: number): Frame {
  return createFrame(`:\nid: ${id}\n\n`);
}
