/** Keep in sync with docs/accessibility.md, which says how each statement is ensured. */
export const ACCESSIBILITY_TEXTS = {
  version: '1.0',
  /** ISO date of the last substantive change. */
  updated: '2026-11-22',
  summary:
    'Every mother should be able to use this, by touch, by keyboard, by ear or with large letters. Here is what works, what does not yet, and where to tell us.',
  text: `## What we aim at {#aim}

The Web Content Accessibility Guidelines (WCAG) 2.2, level AA, on every page of {name}, in the light and the dark theme. We believe that we meet most of it; the gaps that we know of are listed below.

## What works {#met}

- Everything can be done by keyboard alone. The focus is always visible, and two links at the beginning of each page skip to its content and to the player.
- A screen reader reads the name of each page, and describes each thing you do in one sentence, such as “Playing Evening Scripture Meditation, 10 minutes”.
- An error message names its field and says what to enter. What you typed is kept.
- With text at twice its size, a page enlarged four times or a phone held sideways, everything can be read without scrolling to the side.
- Texts and controls stand out from what is behind them. If your device is set to its own colours or to less motion, {name} follows these settings.
- Nothing needs dragging: each list that can be reordered has a menu for it.
- Single keys that control the player can be switched off on your profile.
- Each spoken recording that comes with {name} has a transcript, which follows the voice.

## What does not work yet {#known}

- We test what browsers pass on to screen readers. People who use a screen reader every day have not yet tested it for long.
- Three short messages disappear after two seconds: that you are signed in, that your account was created, and which theme is on. The page shows the same information each time.
- A few messages, such as that of the newsletter form, may be read separately from the sentence about what you did.
- Recordings that are added later have a transcript only if one was written for them.

## Tell us {#tell}

If something keeps you from listening, please write to [{email}](mailto:{email}?subject=Accessibility) or call [{phone}](tel:{phone}). Say which page it was, and what you use to read it, if you know. You need no account for that.

If you need the transcript of a recording in another form, ask at the same address. All the ways to reach us are on the [contact page](/contact).

## How we test it {#tried}

Programs test each change: they visit every page in both themes, go through it by keyboard at the size of a phone and of a small window, and check the guidelines. They do not find everything, so please tell us.
`,
};
