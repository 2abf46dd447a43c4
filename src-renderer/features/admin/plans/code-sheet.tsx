import { useState } from 'react';
import { type CentreCode, groupCode } from '#contract/rows/centre-codes.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { toast } from '#renderer/components/toast.ts';
import { ConfirmDialog } from '../shared/confirm-dialog.tsx';
import { CodeCards } from './code-cards.tsx';
import { codeStateOf } from './codes.ts';
import { useEndCode } from './codes-query.ts';
import { NumbersLinkPart } from './numbers-link.tsx';

/** Its card, and what can be done with the code. */
export function CodeSheet({ code, onDone }: { code: CentreCode; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const end = useEndCode();
  return (
    <>
      <CodeCards code={code} />
      <div className="row">
        <Button look="soft" onClick={() => void copy(groupCode(code.code))}>
          Copy
        </Button>
        {codeStateOf(code, Date.now()) === 'active' ? (
          <Button look="danger" busy={end.isPending && 'Ending...'} onClick={() => setAsking(true)}>
            End now
          </Button>
        ) : null}
      </div>
      <NumbersLinkPart codeId={code.id} />
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

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('Code copied');
  } catch {
    // Without https, or refused by the browser.
    toast.error('The browser does not allow it. Select the code and copy it.');
  }
}
