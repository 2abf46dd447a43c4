/** The list of device keys is complete: add every key that the software starts to use. */
export const COOKIES_TEXTS = {
  version: '1.0',
  /** ISO date of the last substantive change. */
  updated: '2026-11-26',
  summary:
    'We set one cookie, which guards your password, and another for those who manage this site. The app keeps a few small entries in your browser so that it works as you left it.',
  text: `## What this page is about {#what}

UK law (the Privacy and Electronic Communications Regulations, PECR) covers cookies and everything else that a site stores on your device. {name} keeps its entries in the browser’s local storage, except four in the storage of a single tab and one in the browser’s page cache. It also sets one cookie; those who manage this site may get a second one. The entries stay on your device and are not sent along with requests; the cookies are sent only when you sign in, sign up or change your account.

## What is stored on your device {#entries}

| Entry | What it is for | How long |
| --- | --- | --- |
| \`cradlesong-auth\` | Keeps you signed in on this device. | Until you log out |
| \`authLinkRequest\` | The address you asked a sign-in link for, so that only that link signs you in. | Until you are signed in, or for a day |
| \`favorites\` | The numbers of your favorite tracks, so that the hearts show at once. | Until you log out |
| \`trackPreferences\` | The order of your tracks and which of them are switched off. | Until you clear it in your browser |
| \`theme\` | Whether you chose the light or the dark theme. | Until you clear it in your browser |
| \`readingSize\` | The size of the text you chose for reading along. | Until you clear it in your browser |
| \`keys\` | Whether single keys of your keyboard control the player. | Until you clear it in your browser |
| \`playbackPositions\` | Where you stopped in a track, so that you can continue from there. | Until you finish the track or log out |
| \`playOn\` | Whether the next track of the library plays after a track. | Until you log out |
| \`fetchAhead\` | Whether the rest of a track and the next one are loaded in advance while you listen. | Until you log out |
| \`speeds\` | The speed you chose for each kind of track. | Until you log out |
| \`volume\` | The volume you chose, where the page can set it. | Until you log out |
| \`sleepTimer\` | When the sound is to stop, if you have set the sleep timer. | Until it stops or you log out |
| \`unsentText\` | What you typed to our support and have not sent yet. | Until it is sent, you log out or you close the tab |
| \`cradlesong-reloaded-at\` | When a page was last reloaded after an update, so that it is not reloaded twice. | Until you close the tab |
| \`react-router-scroll-positions\` | How far you had scrolled on each page, so that Back leads to the same place. | Until you close the tab |
| \`remix-router-transitions\` | Between which pages the change was animated, so that Back is animated too. | Until you close the tab |
| \`admin-drafts\` | Only for those who manage this site: what they typed in the admin area and have not saved yet. | Until it is saved or discarded, at most 14 days |
| \`shell\` | The frame of the pages, so that they open without a connection. It is the same for everybody: no recordings, and nothing about you. | Until you clear it in your browser |
| \`cradlesong-device\` (cookie) | Says that you have signed in on this device before, so that someone who guesses your password elsewhere cannot lock you out. It does not say who you are. | A year after you last signed in here |
| \`cradlesong-admin\` (cookie) | Only for those who manage this site and chose to stay signed in on a machine. | 30 days, or until they end it |

## Why you see no cookie banner {#consent}

Each entry is strictly necessary for something you asked the app to do, and PECR does not require consent for such entries. We use no analytics, no advertising and no social media plug-ins, so there is nothing to ask you about.

## How to remove them {#remove}

Log out to remove what belongs to your account, all but the cookies. To remove everything, clear the site data for this site in your browser’s settings. The app still works; it only forgets your order of tracks and your theme.

## Other sites {#others}

Links to app stores and social networks open those companies’ own pages, which may set cookies of their own. Nothing of theirs is loaded here before you follow such a link.

## Questions {#questions}

Write to [{email}](mailto:{email}). How we handle personal data in general is described in the [Privacy Policy](/privacy).
`,
};
