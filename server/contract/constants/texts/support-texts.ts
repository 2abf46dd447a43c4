/** Default topics of the support page; the keywords are searched and not shown. */
export const SUPPORT_TEXTS = {
  questions: `## Can I download meditations and listen offline? {#offline}
Offline downloads are not available, because all content is streamed online. The track you are hearing is loaded ahead, so a short gap in the connection does not stop it. If your birth place has a weak signal, ask there for the guest network beforehand.
Keywords: download save wifi internet data airplane connection stream

## Why is there no sound? {#no-sound}
Turn up the volume, check the silent switch at the side of the phone, and make sure that no headphones or speaker in another room are connected. Then press pause and play once. If it stays silent, reload the page or open the app again: your place in the track is kept.
Keywords: audio troubleshooting silent mute headphones bluetooth speaker hear quiet volume

## How do I save a favorite? {#favorites}
Press the heart icon on any meditation while you are signed in. Everything you marked is waiting under Favorites, on every device you sign in on. Press the heart again to take it off the list.
Keywords: heart save list tab keep remove favourite

## What does it cost? {#pricing}
You can begin free of charge. Premium access is a one-time payment with lifetime access to every meditation and to what we add later. Your profile shows the plan you are on.
Keywords: subscription pricing price premium pay payment money free trial plan cancel

## Can I use it in pregnancy and after the birth? {#stages}
Yes. There are meditations for pregnancy, for labour and for the weeks after, and you may listen to any of them at any time. They are for encouragement and rest and are not medical advice, so please consult your healthcare provider about your health and your baby’s.
Keywords: postpartum postnatal safe doctor midwife labour birth medical trimester

## I forgot my password. What now? {#password}
On the sign-in page choose Forgot Password, enter your email address, and open the link or type the code that we send you. Then choose a new password. If nothing arrives within a few minutes, look in the spam folder and check the address for a slip of the thumb.
Keywords: reset login sign in locked out email code forgot

## The app is slow or keeps crashing. What can I do? {#slow}
Close other apps and browser tabs, reload the page, and see that your browser and phone are up to date. Restart the device if that does not help. If it still happens, send us a support ticket with the kind of phone you have and what you saw.
Keywords: crash freeze hang slow bug error update restart loading stuck`,
  guide: `## Choose your stage {#stage}
Pregnancy, birthing or postbirth. Use the filter to see what’s made for your stage.
Keywords: category filter begin start

## Press play {#play}
Audio keeps playing while you browse and when your screen is locked. In the player, set a sleep timer or slow the voice down.
Keywords: listen background lock screen sleep timer night fade stop speed slow fast keyboard keys shortcuts

## Keep what helps {#keep}
The heart puts a meditation into your Favorites.
Keywords: favorite favourite save

## Set your order {#order}
On Tracks, drag the rows into the order you want and switch off what you do not want to hear.
Keywords: playlist queue sort reorder switch preferences

## Prepare for the day {#prepare}
Try it once where you plan to give birth: the connection, the volume, the speaker. Show your birth partner where the play button is.
Keywords: hospital birth plan partner centre ready`,
};
