/** What of the landing page's words is seen first, apart from the others: the first script of that page carries it, and no other. */
export const HERO_WORDS = {
  heroTitle: 'Held, through every hour',
  heroText:
    'Guided scripture, birth music and affirmations for pregnancy, labour and the first weeks after.',
};
