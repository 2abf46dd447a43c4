import { LegalPage } from './legal-page.tsx';
import type { LegalText } from './legal-text.ts';

/** The list of device keys is complete: a key that the software starts to use must be added here. */
export const cookiePolicy: LegalText = {
  title: 'Cookie Policy',
  updated: '2026-11-23',
  summary:
    'We set one cookie, which guards your password. The app keeps a few small entries in your browser so that it works as you left it.',
  sections: (brand) => [
    {
      id: 'what',
      heading: 'What this page is about',
      body: (
        <p>
          UK law (the Privacy and Electronic Communications Regulations, PECR) covers cookies and
          everything else that a site stores on your device. {brand.name} uses the browser’s local
          storage, for one entry the storage of a single tab, for one its store of pages, and one
          cookie. The entries stay on your device and are not sent along with requests; the cookie
          is sent only when you sign in, sign up or change your account.
        </p>
      ),
    },
    {
      id: 'entries',
      heading: 'What is stored on your device',
      body: (
        <div className="table-scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Entry</th>
                <th scope="col">What it is for</th>
                <th scope="col">How long</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>
                  <code>cradlesong-auth</code>
                </td>
                <td>Keeps you signed in on this device.</td>
                <td>Until you log out</td>
              </tr>
              <tr>
                <td>
                  <code>favorites</code>
                </td>
                <td>The numbers of your favorite tracks, so that the hearts show at once.</td>
                <td>Until you log out</td>
              </tr>
              <tr>
                <td>
                  <code>trackPreferences</code>
                </td>
                <td>The order of your tracks and which of them are switched off.</td>
                <td>Until you clear it in your browser</td>
              </tr>
              <tr>
                <td>
                  <code>theme</code>
                </td>
                <td>Whether you chose the light or the dark theme.</td>
                <td>Until you clear it in your browser</td>
              </tr>
              <tr>
                <td>
                  <code>readingSize</code>
                </td>
                <td>How large you like the text that you read along.</td>
                <td>Until you clear it in your browser</td>
              </tr>
              <tr>
                <td>
                  <code>keys</code>
                </td>
                <td>Whether single keys of your keyboard control the player.</td>
                <td>Until you clear it in your browser</td>
              </tr>
              <tr>
                <td>
                  <code>playbackPositions</code>
                </td>
                <td>Where you stopped in a track, so that you can go on from there.</td>
                <td>Until you finish the track or log out</td>
              </tr>
              <tr>
                <td>
                  <code>playOn</code>
                </td>
                <td>Whether the library goes on after a track.</td>
                <td>Until you log out</td>
              </tr>
              <tr>
                <td>
                  <code>fetchAhead</code>
                </td>
                <td>Whether what comes is fetched ahead while you listen.</td>
                <td>Until you log out</td>
              </tr>
              <tr>
                <td>
                  <code>speeds</code>
                </td>
                <td>How fast you like each kind of track to be spoken.</td>
                <td>Until you log out</td>
              </tr>
              <tr>
                <td>
                  <code>sleepTimer</code>
                </td>
                <td>When the sound is to stop, if you have set the sleep timer.</td>
                <td>Until it stops or you log out</td>
              </tr>
              <tr>
                <td>
                  <code>cradlesong-reloaded-at</code>
                </td>
                <td>When a page was last loaded anew after an update, so that it happens once.</td>
                <td>Until you close the tab</td>
              </tr>
              <tr>
                <td>
                  <code>shell</code>
                </td>
                <td>
                  The frame of the pages, so that they open without a connection. It is the same for
                  everybody: no recordings, and nothing about you.
                </td>
                <td>Until you clear it in your browser</td>
              </tr>
              <tr>
                <td>
                  <code>cradlesong-device</code> (cookie)
                </td>
                <td>
                  Says that you have signed in on this device before, so that nobody who guesses at
                  your password elsewhere can keep you out. It does not say who you are.
                </td>
                <td>A year after you last signed in here</td>
              </tr>
            </tbody>
          </table>
        </div>
      ),
    },
    {
      id: 'consent',
      heading: 'Why you see no cookie banner',
      body: (
        <p>
          Each entry is strictly necessary for something you asked the app to do, and PECR does not
          require consent for such entries. We use no analytics, no advertising and no social media
          plug-ins, so there is nothing to ask you about.
        </p>
      ),
    },
    {
      id: 'remove',
      heading: 'How to remove them',
      body: (
        <p>
          Log out to remove what belongs to your account, all but the cookie. To remove everything,
          clear the site data for this site in your browser’s settings. The app goes on working; it
          only forgets your order of tracks and your theme.
        </p>
      ),
    },
    {
      id: 'others',
      heading: 'Other sites',
      body: (
        <p>
          Links to app stores and social networks open those companies’ own pages, which may set
          cookies of their own. Nothing of theirs is loaded here before you follow such a link.
        </p>
      ),
    },
    {
      id: 'questions',
      heading: 'Questions',
      body: (
        <p>
          Write to <a href={`mailto:${brand.email}`}>{brand.email}</a>. How we handle personal data
          in general is described in the <a href="/privacy">Privacy Policy</a>.
        </p>
      ),
    },
  ],
};

export function CookiesPage() {
  return <LegalPage text={cookiePolicy} />;
}
