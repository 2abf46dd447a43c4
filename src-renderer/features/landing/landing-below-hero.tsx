import { Newsletter } from './newsletter-form.tsx';
import {
  FaithBased,
  Features,
  HowItWorks,
  MeetCreator,
  Questions,
  StagePlates,
  Verse,
} from './sections.tsx';
import { Testimonials } from './testimonials.tsx';

/** `isStill`: the testimonials do not turn by themselves. */
export function LandingBelowHero({ isStill = false }) {
  return (
    <>
      <Verse />
      <StagePlates />
      <Features />
      <HowItWorks />
      <FaithBased />
      <Testimonials isStill={isStill} />
      <MeetCreator />
      <Questions />
      <Newsletter />
    </>
  );
}
