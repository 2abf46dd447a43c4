import './landing.css';

export function LandingPage() {
  return (
    <main id="main" tabIndex={-1}>
      <h1>Held, through every hour</h1>
    </main>
  );
}
