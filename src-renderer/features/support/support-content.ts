/** A question and its answer; `words` are what a mother might type that neither text contains. */
export interface SupportTopic {
  id: string;
  title: string;
  text: string;
  words: string;
}

export const supportQuestions: readonly SupportTopic[] = [
  {
    id: 'offline',
    title: 'Can I download meditations and listen offline?',
    text: 'Offline downloads are not available, because all content is streamed online. The track you are hearing is loaded ahead, so a short gap in the connection does not stop it. If your birth place has a weak signal, ask there for the guest network beforehand.',
    words: 'download save wifi internet data airplane connection stream',
  },
  {
    id: 'no-sound',
    title: 'Why is there no sound?',
    text: 'Turn up the volume, check the silent switch at the side of the phone, and make sure that no headphones or speaker in another room are connected. Then press pause and play once. If it stays silent, reload the page or open the app again: your place in the track is kept.',
    words: 'audio troubleshooting silent mute headphones bluetooth speaker hear quiet volume',
  },
  {
    id: 'favorites',
    title: 'How do I keep a meditation as a favorite?',
    text: 'Press the heart icon on any meditation while you are signed in. Everything you marked is waiting under Favorites, on every device you sign in on. Press the heart again to take it off the list.',
    words: 'heart save list tab keep remove favourite',
  },
  {
    id: 'pricing',
    title: 'What does it cost?',
    text: 'You can begin free of charge. Premium access is a one-time payment with lifetime access to every meditation and to what we add later. Your profile shows the plan you are on.',
    words: 'subscription pricing price premium pay payment money free trial plan cancel',
  },
  {
    id: 'stages',
    title: 'Can I use it in pregnancy and after the birth?',
    text: 'Yes. There are meditations for pregnancy, for labour and for the weeks after, and you may listen to any of them at any time. They are for encouragement and rest and are not medical advice, so please consult your healthcare provider about your health and your baby’s.',
    words: 'postpartum postnatal safe doctor midwife labour birth medical trimester',
  },
  {
    id: 'password',
    title: 'I forgot my password. What now?',
    text: 'On the login page choose Forgot Password, enter your e-mail address, and open the link or type the code that we send you. Then choose a new password. If nothing arrives within a few minutes, look in the spam folder and check the address for a slip of the thumb.',
    words: 'reset login sign in locked out email code forgot',
  },
  {
    id: 'slow',
    title: 'The app is slow or keeps crashing. What can I do?',
    text: 'Close other apps and browser tabs, reload the page, and see that your browser and phone are up to date. Restart the device if that does not help. If it goes on, send us a support ticket with the kind of phone you have and what you saw.',
    words: 'crash freeze hang slow bug error update restart loading stuck',
  },
];

export const quickStartGuide: readonly SupportTopic[] = [
  {
    id: 'stage',
    title: 'Choose your stage',
    text: 'Pregnancy, birthing or postbirth. The filter above the list shows what is meant for it.',
    words: 'category filter begin start',
  },
  {
    id: 'play',
    title: 'Press play',
    text: 'The sound goes on while you look around, and when you lock the screen. Timer, on the player, lets it grow quiet by itself, Speed slows a voice down, and ? lists the keys of a keyboard.',
    words:
      'listen background lock screen sleep timer night fade stop speed slow fast keyboard keys shortcuts',
  },
  {
    id: 'keep',
    title: 'Keep what helps',
    text: 'The heart puts a meditation into your Favorites.',
    words: 'favorite favourite save',
  },
  {
    id: 'order',
    title: 'Set your order',
    text: 'On Tracks, drag the rows into the order you want and switch off what you do not want to hear.',
    words: 'playlist queue sort reorder switch preferences',
  },
  {
    id: 'prepare',
    title: 'Prepare for the day',
    text: 'Try it once where you plan to give birth: the connection, the volume, the speaker. Show your birth partner where the play button is.',
    words: 'hospital birth plan partner centre ready',
  },
];
