/** Default slides of the onboarding. */
export const ONBOARDING_TEXTS = {
  slides: `## Welcome to {name}
A spiritual companion through pregnancy, birth and the first weeks with your child. It is quiet, it is yours, and it is there at every hour.

## Daily scripture and prayer
A psalm for the morning, a prayer before sleep, steady words for labour. Each one is short enough for the time you have.

## You are not alone in this
Faith-based community support: mothers who pray for one another, and people who answer when you write to us.`,
};
