/** A frame of an event stream, encoded once and written to thousands of sockets. */
export function createEventFrame(id: number, event: string, data: unknown): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A comment, not an event: keeps the connection open and advances the resume point past invisible changes. */
export function createHeartbeatFrame(id: number): Buffer {
  return Buffer.from(`:\nid: ${id}\n\n`);
}
