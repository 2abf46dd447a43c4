export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Prevents formula injection in spreadsheets. */
function toCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
