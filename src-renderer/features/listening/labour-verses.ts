/** Our own words after the passages named; one for each track in turn. */
export const LABOUR_VERSES: readonly {
  readonly lines: readonly string[];
  readonly from: string;
}[] = [
  { lines: ['Be quiet now.', 'I am God, and I am here.'], from: 'Psalm 46:10' },
  { lines: ['When you pass through deep water,', 'I am with you.'], from: 'Isaiah 43:2' },
  { lines: ['Do not be afraid.', 'My hand holds you up.'], from: 'Isaiah 41:10' },
  { lines: ['He watches over you', 'and does not sleep.'], from: 'Psalm 121:3' },
];
