import { type CentreCode, groupCode } from '#contract/rows/centre-codes.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { ConfirmButton } from '../shared/confirm-button.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import { useAdminCall } from '../shared/use-admin-action.ts';
import { CodeCards } from './code-cards.tsx';
import { codeStateOf } from './codes.ts';
import { NumbersLink } from './numbers-link.tsx';

export function CodeSheet({ code, onDone }: { code: CentreCode; onDone: () => void }) {
  const end = useAdminCall('centre_codes', 'endCode', { done: 'Code ended' });
  return (
    <>
      <CodeCards code={code} />
      <div className="row">
        <CopyButton label="Copy" what="code" text={groupCode(code.code)} />
        {codeStateOf(code, Date.now()) === 'active' ? (
          <ConfirmButton
            label="End now"
            busy={end.isPending && 'Ending...'}
            title="End this code?"
            onConfirm={() => end.mutate({ params: { id: code.id } }, { onSuccess: onDone })}
          >
            <p>
              No one can redeem it any more, and it cannot be reactivated. Plans already given stay.
            </p>
          </ConfirmButton>
        ) : null}
      </div>
      <NumbersLink codeId={code.id} />
      {end.isError ? <Banner tone="bad">{end.error.message}</Banner> : null}
    </>
  );
}
