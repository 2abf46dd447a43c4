import { useState } from 'react';
import { type CentreCode, groupCode } from '#contract/rows/centre-codes.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { codeStateOf, giftOf } from './codes.ts';
import { useEndCode } from './codes-query.ts';

/** The card as it is printed, and what can be done with the code. */
export function CodeSheet({ code, onDone }: { code: CentreCode; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const end = useEndCode();
  return (
    <>
      <CodeCard code={code} />
      <div className="row">
        <Button look="soft" onClick={() => void copy(groupCode(code.code))}>
          Copy
        </Button>
        <Button look="soft" onClick={() => window.print()}>
          Print
        </Button>
        {codeStateOf(code, Date.now()) === 'active' ? (
          <Button look="danger" busy={end.isPending && 'Ending...'} onClick={() => setAsking(true)}>
            End now
          </Button>
        ) : null}
      </div>
      {end.isError ? <Banner tone="bad">{end.error.message}</Banner> : null}
      {isAsking ? (
        <ConfirmDialog
          title="End this code?"
          action="End now"
          isGrave
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            end.mutate(code.id, {
              onSuccess: () => {
                toast.success('Code ended');
                onDone();
              },
            });
          }}
        >
          <p>
            Nobody can redeem it any more, and it cannot be started again. The plans it has given
            stay.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

function CodeCard({ code }: { code: CentreCode }) {
  const { brand, siteUrl } = publicConfig();
  return (
    <article className="code-card" aria-label="Card to print">
      <p className="small">
        {brand.name} · a gift from {code.centre_name}
      </p>
      <p className="code-card-gift">{giftOf(code)}</p>
      <p className="code-card-code num">{groupCode(code.code)}</p>
      <p className="small">
        Open {siteUrl.replace(/^https?:\/\//, '')}/subscription, sign in, and type this code by{' '}
        {formatDate(code.valid_until)}.
      </p>
    </article>
  );
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Code copied');
  } catch {
    // Without https, or refused by the browser.
    toast.error('The browser does not allow it. Select the code and copy it.');
  }
}
