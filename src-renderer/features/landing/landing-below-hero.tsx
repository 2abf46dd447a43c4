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

export function LandingBelowHero() {
  return (
    <>
      <Verse />
      <StagePlates />
      <Features />
      <HowItWorks />
      <FaithBased />
      <Testimonials />
      <MeetCreator />
      <Questions />
      <Newsletter />
    </>
  );
}
