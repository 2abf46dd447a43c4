/** Keep in sync with docs/accessibility.md, which says how each statement is ensured. */
export const ACCESSIBILITY_TEXTS = {
  version: '1.0',
  /** ISO date of the last substantive change. */
  updated: '2026-11-22',
  summary:
    'Every mother should be able to use this, by touch, by keyboard, by ear or with large letters. Here is what works, what does not yet, and where to tell us.',
  text: `## What we aim at {#aim}

The Web Content Accessibility Guidelines (WCAG) 2.2, level AA, on every page of {name}, in the light and the dark theme. We believe that most of it is met; what we know is not, stands below.

## What works {#met}

- Everything can be done by keyboard alone. The place where you are is always in sight, and two links at the beginning of each page skip to its content and to the player.
- A screen reader is told each page by its name, and each thing you do in one sentence, such as “Playing Evening Scripture Meditation, 10 minutes”.
- An error names the field it is about, and says what it needs. What you typed stays.
- Text at twice its size, a page enlarged four times, and a phone held sideways: all of it can be read without scrolling to the side.
- Texts and controls stand out from what is behind them. Your own colours, if your device forces them, are kept, and nothing moves if you asked for less motion.
- Nothing needs dragging: each list that can be put in another order has a menu for it.
- Single keys that control the player can be switched off on your profile.
- Each spoken recording that comes with {name} has its words, which follow the voice.

## What is in the way {#known}

- We try it with what browsers give to screen readers. It has not yet been tried for long by people who use one every day.
- Three short messages go away after two seconds: that you are signed in, that your account was made, and which theme is on. Each time the page shows the same.
- A few messages, such as that of the newsletter’s form, may be read beside the sentence about what you did, and not as a part of it.
- Recordings that are added later have words only where they were written for them.

## Tell us {#tell}

If something keeps you from listening, please write to [{email}](mailto:{email}?subject=Accessibility) or call [{phone}](tel:{phone}). Say which page it was, and what you use to read it, if you know. You need no account for that.

If you need the words of a recording in another form, ask at the same address. All the ways to reach us are on the [contact page](/contact).

## How we try it {#tried}

Each change is tried by programs that visit every page in both themes, walk through it by keyboard at the size of a phone and of a small window, and look for what the guidelines ask. They find much, and not everything: that is why we ask you to tell us.
`,
};
