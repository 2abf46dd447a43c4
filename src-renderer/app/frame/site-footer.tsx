import { Logo } from '#renderer/components/logo.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import { Link } from '#renderer/lib/router.tsx';
import { FOOTER_PRODUCT_LINKS, FOOTER_TRUST_LINKS } from './site-links.ts';

export function SiteFooter() {
  const { name, tagline, company, social } = useBrand();
  return (
    <footer className="foot-site">
      <div className="wrap foot-in">
        <div className="foot-grid">
          <div className="stack">
            <Logo />
            <p className="quiet small foot-line">{tagline}.</p>
          </div>
          <LinkColumn title={name} links={FOOTER_PRODUCT_LINKS} />
          <LinkColumn title="Your trust" links={FOOTER_TRUST_LINKS} />
          <nav aria-label="Elsewhere">
            <h2>Elsewhere</h2>
            <ul>
              <Elsewhere href={social.tiktok}>TikTok</Elsewhere>
              <Elsewhere href={social.instagram}>Instagram</Elsewhere>
              <Elsewhere href={social.facebook}>Facebook</Elsewhere>
              <Elsewhere href={social.youtube}>YouTube</Elsewhere>
              <Elsewhere href={social.threads}>Threads</Elsewhere>
            </ul>
          </nav>
        </div>
        <p className="foot-small">
          <span>Not medical care. Always follow the advice of your midwife or doctor.</span>
          <span>{company}</span>
        </p>
      </div>
    </footer>
  );
}

interface LinkColumnProps {
  title: string;
  links: readonly { to: string; label: string }[];
}

function LinkColumn({ title, links }: LinkColumnProps) {
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

function Elsewhere({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener">
        {children}
      </a>
    </li>
  );
}
