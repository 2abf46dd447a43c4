import { LogoMark } from '#renderer/components/pictures/logo.tsx';
import { QrCode } from '#renderer/components/pictures/qr-code.tsx';
import { Hills, OliveBranch } from '#renderer/components/pictures/scene.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { PrintedCards } from '../shared/printed-cards.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import './wall-cards.css';

/** An A4 sheet holds four A6 cards. */
const CARDS = 4;

/** Printable cards beside a kiosk: how to use it, and how to listen on one's own phone. */
export function WallCards({ onClose }: { onClose: () => void }) {
  return (
    <SidePanel title="Cards for the wall" onClose={onClose}>
      <p className="small quiet">
        For the wall beside a kiosk, or a table in the waiting room. Four fill an A4 sheet.
      </p>
      <PrintedCards className="light" sheetClassName="wall-cards light" count={CARDS}>
        <WallCard />
      </PrintedCards>
    </SidePanel>
  );
}

function WallCard() {
  const { brand, siteUrl } = publicConfig();
  const address = `${siteUrl}/home`;
  return (
    <div className="wall-card">
      <p className="logo">
        <LogoMark />
        {brand.name}
      </p>
      <div className="wall-screen scene" aria-hidden="true">
        <OliveBranch />
        <b>Come and rest</b>
        <span className="wall-light" />
        <Hills />
      </div>
      <div>
        <p className="wall-call">Touch the light to listen</p>
        <p>Scripture and music for you and your child. Nothing you do is saved on this screen.</p>
      </div>
      <div className="wall-phone">
        <QrCode address={address} label={`QR code that opens ${address}`} />
        <p>
          On your own phone
          <b>{siteUrl.replace(/^https?:\/\//, '')}</b>
        </p>
      </div>
    </div>
  );
}
