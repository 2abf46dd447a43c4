import type { ReactNode } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { ErrorSummary } from '#renderer/components/forms/field.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { capitalize } from './format.ts';
import type { AdminForm as FormState } from './use-admin-form.ts';

interface ConflictLabels<Draft> {
  /** Labels of parts by their first field. A part without an entry has its field's name as the label. */
  names?: Readonly<Record<string, string>>;
  /** The text of a value. If undefined, the form shows the value itself, or On or Off for a boolean. */
  value?(part: string, draft: Draft): string | undefined;
}

interface AdminFormProps<Draft> {
  form: FormState<Draft>;
  className?: string;
  children: ReactNode;
  /** The button's label, idle and while saving. */
  action?: readonly [label: string, busy: string];
  /**
   * Called by Cancel after the input is discarded. Without it, a form with a stored draft has `Discard` instead of
   * Cancel.
   */
  onCancel?: () => void;
  /** Further buttons beside Save. */
  more?: ReactNode;
  /** The names and values of parts in a conflict. */
  describe?: ConflictLabels<Draft> | undefined;
  /** The form has its own submit button instead of the row of buttons. */
  hasOwnButton?: boolean;
}

/** Renders the state of `useAdminForm`: restored draft, errors, conflicts and buttons. */
export function AdminForm<Draft extends object>(props: AdminFormProps<Draft>) {
  const { form, className = '', children, action = ['Save Changes', 'Saving...'] } = props;
  const { onCancel, more, describe, hasOwnButton = false } = props;
  const isUnsaved = form.isRestored && form.isDirty;
  return (
    <form className={`stack ${className}`} data-admin-form noValidate onSubmit={form.submit}>
      {isUnsaved ? (
        <Banner tone="notice">What you wrote before is still here, and not saved yet.</Banner>
      ) : null}
      <ErrorSummary errors={form.errors} />
      {children}
      <Conflicts form={form} describe={describe} />
      {form.failure ? <Banner tone="bad">{form.failure}</Banner> : null}
      {hasOwnButton ? null : (
        <div className="row admin-save admin-wrap">
          <Button type="submit" busy={form.isSaving && action[1]}>
            {action[0]}
          </Button>
          {onCancel || (form.hasDraft && form.isDirty) ? (
            <Button
              look="line"
              disabled={form.isSaving}
              onClick={() => {
                form.reset();
                onCancel?.();
              }}
            >
              {onCancel ? 'Cancel' : 'Discard'}
            </Button>
          ) : null}
          {more}
        </div>
      )}
    </form>
  );
}

/** 'is_premium' → 'Is premium' */
const labelOf = (name: string) => capitalize(name).replaceAll('_', ' ');

function defaultTextOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  return String(value ?? '');
}

function Conflicts<Draft extends object>({
  form,
  describe,
}: Pick<AdminFormProps<Draft>, 'form' | 'describe'>) {
  if (form.conflicts.length === 0) return null;
  return (
    <div role="alert" className="stack">
      {form.conflicts.map(({ part, mine, theirs }) => {
        const [name = ''] = part;
        const textOf = (draft: Draft) =>
          describe?.value?.(name, draft) ?? defaultTextOf(Object(draft)[name]);
        return (
          <fieldset key={name} className="admin-conflict">
            <legend>
              {describe?.names?.[name] ?? labelOf(name)} was changed elsewhere as well
            </legend>
            <dl>
              <dt>Yours</dt>
              <dd>{textOf(mine) || 'Empty'}</dd>
              <dt>Theirs</dt>
              <dd>{textOf(theirs) || 'Empty'}</dd>
            </dl>
            <div className="row">
              <Button small look="soft" onClick={() => form.choose(part, 'mine')}>
                Keep yours
              </Button>
              <Button small look="soft" onClick={() => form.choose(part, 'theirs')}>
                Take theirs
              </Button>
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}
