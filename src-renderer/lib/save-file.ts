/** Saves a response as a file, under the name the server gave it. */
export async function saveFile(answer: Response): Promise<void> {
  const given = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '');
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = given?.[1] ?? 'download';
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
