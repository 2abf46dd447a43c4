/** '1 track', '1,240 tracks'. */
export const countOf = (count: number, one: string, several: string): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : several}`;
