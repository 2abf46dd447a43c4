/** Default lists of the landing page; the owner replaces, shortens or empties each. */
export const LANDING_TEXTS = {
  features: `## Guided scripture meditations
Ten to thirty minutes, each built on one passage and read without hurry, with quiet music beneath it.

## Scripture for the hour
Psalms and promises chosen for the waiting, for labour, and for the first nights at home.

## Birth music and worship
Old hymn tunes on piano and strings, slow and even, with nothing in them that startles.

## Birth affirmations
Short sentences of truth, with enough silence after each one to breathe it in.

## A community of mothers
You are not the only one awake. Join other mothers on the social apps you already use.

## Simple pricing
One-time payment or monthly subscription, whichever suits you, and no small print.`,
  steps: `## Download the app
On your phone, or open it in any browser.

## Create an account
An email address and a password. No due date needed.

## Start your journey free
Choose your stage, and press play.`,
  differences: `## Scripture in our own words, always with its book, chapter and verse
## A prayer at the end that you can make your own
## Gentle with those who doubt, grieve or are afraid`,
  /** Examples, marked as such on the page. */
  testimonials: `## Ruth A., Mother of two, Leeds
At the hardest hour I could not find one word to pray. Someone was already praying, and I breathed.

## Esther K., Mother of a newborn, Cardiff
I listen while I feed him at three in the morning. The screen stays dark, and I am not alone.

## Naomi T., Mother of one, Belfast
We heard the same psalm every evening that spring. My husband knows it by heart now.`,
  questions: `## Is {name} really free?
Yes. {name} is completely free, with no payments and no subscriptions.

## Which Bible translation do you use?
None word for word. We tell the passages in our own words and name book, chapter and verse, so that you can open your own Bible beside them.

## Can I listen while I am in labour?
Yes. Labour mode turns the screen almost black and leaves three big buttons you can find with one thumb. It keeps you company. Your midwife and your doctor look after you and your baby.

## Does it work without a connection?
The audio is streamed, so a connection is needed. A short gap is bridged automatically, and your place is kept.

## Is it only for a first pregnancy?
No. Every meditation can be heard again with a second child, or a fifth, and after a loss there is no wrong one to begin with.`,
};
