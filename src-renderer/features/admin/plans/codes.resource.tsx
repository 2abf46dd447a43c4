import { type CentreCode, groupCode } from '#contract/rows/centre-codes.ts';
import { readPage, readRow } from '../resource/read-page.ts';
import { patternOf, type Resource } from '../resource/resource.ts';
import { formatDate } from '../shared/format.ts';
import { CodeSheet } from './code-sheet.tsx';
import { codeStateOf } from './codes.ts';
import { NewCode } from './new-code.tsx';
import './centre-codes.css';

export const codesResource: Resource<CentreCode> = {
  name: 'centre_codes',
  caption: 'Centre codes',
  label: ['code', 'codes'],
  area: 'plans',
  keyOf: ({ id }) => id,
  title: { header: 'Birth centre', of: ({ centre_name }) => centre_name, sortBy: 'centre_name' },
  columns: [
    {
      header: 'Code',
      showFrom: 'medium',
      cell: ({ code }) => <code className="code-cell">{groupCode(code)}</code>,
    },
    {
      header: 'Used',
      sortBy: 'used_count',
      showFrom: 'medium',
      cell: ({ used_count: used, uses_allowed: all }) => `${used} of ${all}, ${all - used} left`,
    },
    {
      header: 'Last day',
      sortBy: 'valid_until',
      isLabelled: true,
      showFrom: 'wide',
      cell: ({ valid_until }) => formatDate(valid_until),
    },
    { header: 'State', cell: (row) => <CodeState code={row} /> },
  ],
  search: 'Search by centre or code',
  filters: {},
  defaultSort: { by: 'id', isDescending: true },
  empty: ({ search }) =>
    search
      ? { title: 'No such code' }
      : {
          title: 'No codes yet',
          text: 'A birth centre hands one out; each listener redeems it on the subscription page.',
        },
  read({ search, ...wanted }, { tables }, signal) {
    let query = tables.from('centre_codes').select('*', { count: 'exact' });
    const name = patternOf(search)?.replace(/[\\"]/g, '\\$&');
    // Codes are displayed in groups and stored without separators.
    const code = patternOf(search.replace(/[\s-]/g, ''))?.replace(/[\\"]/g, '\\$&');
    if (name) query = query.or(`centre_name.ilike."${name}",code.ilike."${code ?? name}"`);
    return readPage(query, wanted, signal);
  },
  detail: {
    param: 'centre',
    read: (id, { tables }, signal) => readRow(tables.from('centre_codes').select(), id, signal),
    panel: (code, onDone) => <CodeSheet code={code} onDone={onDone} />,
  },
  add: { label: 'Make a code', form: (onDone) => <NewCode onDone={({ id }) => onDone(id)} /> },
  // Codes are not in the change log, but redeeming one also changes a subscription.
  refreshOn: ['subscriptions'],
};

function CodeState({ code }: { code: CentreCode }) {
  const state = codeStateOf(code, Date.now());
  return <span className={state === 'active' ? 'badge premium' : 'badge'}>{state}</span>;
}
