import { Hero } from './hero.tsx';
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
import './landing.css';

export function LandingPage() {
  return (
    <main id="main" tabIndex={-1}>
      <LandingSections />
    </main>
  );
}

/** Also shown in the owner's preview. */
export function LandingSections() {
  return (
    <>
      <Hero />
      <Verse />
      <StageCards />
      <Product />
      <Features />
      <HowItWorks />
      <FaithBased />
      <Testimonials />
      <MeetCreator />
      <ForBirthCentres />
      <Questions />
      <Newsletter />
    </>
  );
}
