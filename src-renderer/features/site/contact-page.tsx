import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import { Icon } from '#renderer/components/icon.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { Illustration } from '#renderer/components/pictures/illustration.tsx';
import { useBrand } from '#renderer/lib/public-config.ts';
import './contact.css';

export function ContactPage() {
  const brand = useBrand();
  return (
    <>
      <main id="main" tabIndex={-1} className="wrap contact">
        <PageHead title="Contact" backTo="/" />
        <p className="lede">
          Write or call. A real person reads every message, and we will never rush you.
        </p>
        <ul className="contact-ways">
          <li className="card">
            <Icon of={Mail} />
            <h2>Email</h2>
            <a className="link" href={`mailto:${brand.email}`}>
              {brand.email}
            </a>
            <p className="quiet">Best for anything that can wait until tomorrow.</p>
          </li>
          <li className="card">
            <Icon of={Phone} />
            <h2>Phone</h2>
            <a className="link tabular-numbers" href={`tel:${brand.phone.replaceAll(' ', '')}`}>
              {brand.phone}
            </a>
            <p className="quiet">Mon-Fri 9am-5pm EST</p>
          </li>
          <li className="card">
            <Icon of={MapPin} />
            <h2>Post</h2>
            <address>
              {brand.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </li>
        </ul>
        <p className="contact-reply">
          <Icon of={Clock} />
          <span>
            We reply within 24-48 business hours. If you are worried about yourself or your baby,
            please call your midwife or maternity unit first.
          </span>
        </p>
      </main>
      <Illustration of="water" />
    </>
  );
}
