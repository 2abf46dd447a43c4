import type { Brand } from '#contract/constants/pages/brand.ts';
import { FOOTER_NOTE } from '#contract/constants/texts/footer-note.ts';
import { Link } from '#renderer/components/link.tsx';
import { Logo } from '#renderer/components/pictures/logo.tsx';
import { ownersLink, useBrand } from '#renderer/lib/public-config.ts';
import { useSiteText } from '#renderer/lib/site-text.ts';

const PRODUCT_LINKS = [
  { to: '/splash', label: 'About' },
  { to: '/get-started', label: 'Get Started' },
  { to: '/contact', label: 'Contact' },
  { to: '/support', label: 'Support' },
];
const TRUST_LINKS = [
  { to: '/privacy', label: 'Privacy' },
  { to: '/terms', label: 'Terms' },
  { to: '/cookies', label: 'Cookies' },
  { to: '/accessibility', label: 'Accessibility' },
  { to: '/account-deletion', label: 'Account deletion' },
];

export function SiteFooter() {
  const { name, tagline, company } = useBrand();
  const note = useSiteText('footer.note', FOOTER_NOTE);
  return (
    <footer className="footer-site">
      <div className="wrap footer-inner">
        <div className="footer-grid">
          <div className="stack">
            <Logo />
            <p className="quiet small footer-line" dir="auto">
              {tagline}.
            </p>
          </div>
          <LinkColumn title={name} links={PRODUCT_LINKS} />
          <LinkColumn title="Your trust" links={TRUST_LINKS} />
          <nav aria-label="Elsewhere">
            <h2>Elsewhere</h2>
            <ul>
              <Elsewhere to="tiktok">TikTok</Elsewhere>
              <Elsewhere to="instagram">Instagram</Elsewhere>
              <Elsewhere to="facebook">Facebook</Elsewhere>
              <Elsewhere to="youtube">YouTube</Elsewhere>
              <Elsewhere to="threads">Threads</Elsewhere>
            </ul>
          </nav>
        </div>
        <p className="footer-small">
          {note === '' ? null : <span dir="auto">{note}</span>}
          <span>{company}</span>
        </p>
      </div>
    </footer>
  );
}

function LinkColumn({ title, links }: { title: string; links: typeof PRODUCT_LINKS }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to a social network, or to the socials page until the owner has set an address. */
function Elsewhere({ to, children }: { to: keyof Brand['social']; children: string }) {
  const href = ownersLink(useBrand(), 'social', to);
  return (
    <li>
      {href ? (
        <a href={href} target="_blank" rel="noopener">
          {children}
        </a>
      ) : (
        <Link to="/socials">{children}</Link>
      )}
    </li>
  );
}
