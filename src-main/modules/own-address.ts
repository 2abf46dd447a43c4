/** Whether an address leads to our own server: equal parsed origins, never a comparison of texts. */
export function isOwnAddress(address: string, origin: string): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password) return false;
  // Opaque origins ("null", as of data: and file:) equal each other as text.
  return /^https?:$/.test(url.protocol) && url.origin === new URL(origin).origin;
}
