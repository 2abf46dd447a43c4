interface Aloud {
  /** Of several sentences about the same thing the newest; an empty one takes back what was not said yet. */
  say: (sentence: string, about: string) => void;
}

/** What is read aloud to whoever has the page read. Who says it comes with the first press: `announcer.ts`. */
export const aloud: Aloud = { say() {} };
