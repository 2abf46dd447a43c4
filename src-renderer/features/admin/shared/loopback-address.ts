/** Whether only this machine can open the address. */
export function isLoopbackAddress(address: string): boolean {
  const { hostname } = new URL(address);
  return /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}
