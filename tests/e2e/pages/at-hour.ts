/**
 * Options of a browser context in a time zone where it is this hour, since /home shows "Tonight" in the evening. The
 * browser's clock stays at the server's time, so sessions do not expire.
 */
export function atHour(hour: number) {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12;
  // The sign of these names is inverted: Etc/GMT-5 is five hours ahead.
  return { timezoneId: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` };
}
