import { useState } from 'react';
import { type CentreCode, groupCode } from '#contract/rows/centre-codes.ts';
import { TextField } from '#renderer/components/forms/field.tsx';
import { QrCode } from '#renderer/components/pictures/qr-code.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { formatCount, formatDate } from '../shared/format.ts';
import { PrintedCards } from '../shared/printed-cards.tsx';
import { codeAddress, giftOf } from './codes.ts';

/** Initially as many as an A4 sheet holds. */
const CARD_COUNT = { initial: 10, max: 100 };

export function CodeCards({ code }: { code: CentreCode }) {
  const left = Math.max(1, code.uses_allowed - code.used_count);
  const [cards, setCards] = useState(String(Math.min(left, CARD_COUNT.initial)));
  const count = Math.min(CARD_COUNT.max, Math.max(1, Math.trunc(Number(cards)) || 1));
  return (
    <PrintedCards
      className="code-card"
      sheetClassName="code-cards"
      count={count}
      field={
        <TextField
          label="Cards"
          hint={`${formatCount(left, 'use', 'uses')} left; ten cards fill a sheet.`}
          type="number"
          min={1}
          max={CARD_COUNT.max}
          value={cards}
          onChange={(event) => setCards(event.target.value)}
        />
      }
    >
      <CardText code={code} />
    </PrintedCards>
  );
}

function CardText({ code }: { code: CentreCode }) {
  const { brand, siteUrl } = publicConfig();
  const address = codeAddress(siteUrl, code);
  return (
    <>
      <p className="small">
        {brand.name} · a gift from {code.centre_name}
      </p>
      <p className="code-card-gift">{giftOf(code)}</p>
      <QrCode address={address} label={`QR code that opens ${address}`} />
      <p className="code-card-code tabular-numbers">{groupCode(code.code)}</p>
      <p className="small">
        Scan, or open {siteUrl.replace(/^https?:\/\//, '')}/subscription, sign in, and redeem this
        code by {formatDate(code.valid_until)}.
      </p>
    </>
  );
}
