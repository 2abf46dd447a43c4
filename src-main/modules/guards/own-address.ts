/** Whether an address is on our own server: compares parsed origins, never strings. */
export function isOwnAddress(address: string, origin: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  // Opaque origins ("null", as of data: and file:) are equal as strings.
  return /^https?:$/.test(url.protocol) && url.origin === new URL(origin).origin;
}
