import { ArrowUpRight } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Illustration } from '#renderer/components/pictures/illustration.tsx';
import { ownersLink, useBrand } from '#renderer/lib/public-config.ts';
import './socials.css';

const PROFILES = [
  { network: 'tiktok', label: 'TikTok', text: 'A verse and a breath, in under a minute' },
  { network: 'instagram', label: 'Instagram', text: 'Words to keep for the day' },
  { network: 'facebook', label: 'Facebook', text: 'Other mothers, prayer and questions' },
  { network: 'youtube', label: 'YouTube', text: 'Longer music and readings' },
  { network: 'threads', label: 'Threads', text: 'News, in few words' },
] as const;

export function SocialsPage() {
  const brand = useBrand();
  const profiles = PROFILES.map(({ network, ...texts }) => ({
    ...texts,
    href: ownersLink(brand, 'social', network),
  }));
  return (
    <main id="main" tabIndex={-1} className="wrap narrow socials">
      <PageHead title="Connect With Us" backTo="/home" />
      {profiles.some(({ href }) => href) ? (
        <p className="lede">
          Other mothers are walking the same road. Here is where they meet {brand.name}, and one
          another.
        </p>
      ) : (
        <p className="lede">
          {brand.name} has no pages there yet. Until then,{' '}
          <Link to="/support#contact">write to us</Link>.
        </p>
      )}
      <ul className="socials-list">
        {profiles.map(({ label, href, text }) => (
          <li key={label}>
            {href ? (
              <a href={href} target="_blank" rel="noopener noreferrer">
                <Profile label={label} text={text} />
                <Icon of={ArrowUpRight} />
                <span className="visually-hidden">(opens in a new tab)</span>
              </a>
            ) : (
              <div>
                <Profile label={label} text="No page yet." />
              </div>
            )}
          </li>
        ))}
      </ul>
      <p className="tiny">
        These pages belong to other companies. What you do there is seen by them, under their own
        rules.
      </p>
      <Illustration of="field" />
    </main>
  );
}

function Profile({ label, text }: { label: string; text: string }) {
  return (
    <span>
      <b>{label}</b>
      <small className="small quiet">{text}</small>
    </span>
  );
}
