import { ArrowUpRight } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { Land } from '#renderer/components/land.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import './socials.css';

export function SocialsPage() {
  const { name, social } = useBrand();
  const places = [
    { label: 'TikTok', href: social.tiktok, text: 'A verse and a breath, in under a minute' },
    { label: 'Instagram', href: social.instagram, text: 'Words to keep for the day' },
    { label: 'Facebook', href: social.facebook, text: 'Other mothers, prayer and questions' },
    { label: 'YouTube', href: social.youtube, text: 'Longer music and readings' },
    { label: 'Threads', href: social.threads, text: 'News, in few words' },
  ];
  return (
    <main id="main" tabIndex={-1} className="wrap narrow socials">
      <PageHead title="Connect With Us" backTo="/home" />
      <p className="lede">
        Other mothers are walking the same road. Here is where they meet {name}, and one another.
      </p>
      <ul className="socials-list">
        {places.map(({ label, href, text }) => (
          <li key={label}>
            <a href={href} target="_blank" rel="noopener noreferrer">
              <span>
                <b>{label}</b>
                <small>{text}</small>
              </span>
              <Icon of={ArrowUpRight} />
              <span className="sr">(opens in a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
      <p className="tiny">
        These pages belong to other companies. What you do there is seen by them, under their own
        rules.
      </p>
      <Land of="field" />
    </main>
  );
}
