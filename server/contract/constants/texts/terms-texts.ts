/**
 * The prices and the trial contradict each other on purpose: the specification has both statements,
 * and the owner resolves them before selling anything.
 */
export const TERMS_TEXTS = {
  version: '1.0',
  /** ISO date of the last substantive change. */
  updated: '2026-11-21',
  summary:
    'These terms are the agreement between you and us. They are short where they can be and exact where they must be.',
  text: `## The agreement {#agreement}

{name} is provided by {company}, a company registered in the United Kingdom, at {address}. By making an account or using the app you accept these terms. If you do not accept them, please do not use it.

## Not medical care {#care}

{name} offers scripture, prayer and music for encouragement and rest. It is not medical advice, it does not watch over you or your baby, and it does not take the place of a midwife, a doctor or a counsellor. Consult your healthcare provider about anything that concerns your health, your pregnancy or your birth.

In an emergency call your maternity unit, or 999 in the United Kingdom, before anything else. Do not listen where sound would take attention from your safety, for instance while driving.

## Your account {#account}

You need an account to keep favorites, a profile and support tickets. You must be at least 13 years old. Give an email address that is yours, keep your password to yourself, and tell us if you think somebody else is using your account.

## Trial, subscription and premium {#price}

A new account begins with a {trialDays}-day free trial, followed by a subscription. Free content stays free of charge. Where premium access is offered as a one-time payment, it gives lifetime access to premium content and costs {price}.

Today no payment is taken in the app: you are charged nothing unless a price is shown to you and you agree to it at that moment. As a consumer you then have the right to cancel within 14 days, unless you asked for the digital content to begin at once and acknowledged that this ends the right to cancel.

## What you may do with the audio {#listening}

You may stream everything for yourself, your birth partner and, where a birth centre offers it, the people in the room. Content is streamed online only; it may not be copied, recorded, sold or played to a paying public. All rights in recordings, texts and pictures stay with us or with those who licensed them to us.

## Fair use {#conduct}

Please do not try to break into the service, overload it, or reach what belongs to another person, and do not use it to hurt or mislead anyone. We may suspend an account that does, and we will say why unless the law forbids it.

## Availability and changes {#availability}

We work to keep the app available at every hour, but we cannot promise that it never fails: networks, devices and our own mistakes exist. Please do not make your birth plan depend on it alone. We may add, change or remove content. If we change these terms in a way that matters, we will tell you in the app at least 30 days before.

## Our responsibility to you {#liability}

Nothing in these terms limits our liability for death or personal injury caused by our negligence, for fraud, or for anything else that the law does not allow us to limit. Your rights under the Consumer Rights Act 2015 stay as they are.

Apart from that, we are responsible for loss that is a foreseeable result of our breaking these terms or failing to use reasonable care, and not for loss that was not foreseeable.

## Ending the agreement {#ending}

You can stop at any time and delete your account on [the account deletion page](/account-deletion). Your personal data is then erased within 30 days of the approval of your request, as the [Privacy Policy](/privacy) describes. We may end the service with at least 30 days’ notice.

## Law and disputes {#law}

These terms are governed by the law of England and Wales. If you live in Scotland or Northern Ireland you may also bring proceedings there. Write to us first at [{email}](mailto:{email}); most things can be put right in one letter.
`,
};
