import { Newsletter } from './newsletter-form.tsx';
import { ForBirthCentres, Product } from './product.tsx';
import {
  FaithBased,
  Features,
  HowItWorks,
  MeetCreator,
  Questions,
  StageCards,
  Verse,
} from './sections.tsx';
import { Testimonials } from './testimonials.tsx';

/** `isStill`, for the preview, stops the rotation of the testimonials and disables the audio sample. */
export function LandingBelowHero({ isStill = false }) {
  return (
    <>
      <Verse />
      <StageCards />
      <Product isStill={isStill} />
      <Features />
      <HowItWorks />
      <FaithBased />
      <Testimonials isStill={isStill} />
      <MeetCreator />
      <ForBirthCentres />
      <Questions />
      <Newsletter />
    </>
  );
}
