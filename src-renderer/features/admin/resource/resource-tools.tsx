import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { Button } from '#renderer/components/button.tsx';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { TextField } from '#renderer/components/forms/field.tsx';
import { SearchField } from '#renderer/components/forms/search-field.tsx';
import { Select } from '#renderer/components/forms/select-field.tsx';
import { usePermissions } from '../admin-permissions.ts';
import { useAdminAction } from '../shared/use-admin-action.ts';
import type { Sort } from './data-table.tsx';
import {
  type ChoiceFilter,
  type FilterValues,
  fieldsOf,
  type ListView,
  type Resource,
} from './resource.ts';

interface ResourceToolsProps<Row, Filters extends FilterValues> {
  resource: Resource<Row, Filters>;
  view: ListView<Filters>;
  onChange: (part: Partial<ListView<Filters>>) => void;
  /** Absent when rows are added elsewhere. */
  onAdd?: () => void;
}

export function ResourceTools<Row, Filters extends FilterValues>(
  props: ResourceToolsProps<Row, Filters>,
) {
  const { resource, view, onChange, onAdd } = props;
  const mayAdd = usePermissions()(`write ${resource.area}`) && onAdd && resource.add;
  const fields = fieldsOf(resource);
  const setFilter = (name: string, value: string) =>
    onChange({ filters: { ...view.filters, [name]: value } });
  const choices = (wanted: ChoiceFilter['as']) =>
    fields.flatMap(([key, field]) => {
      if (field.as !== wanted) return [];
      const onChoose = (next: string) => setFilter(key, next);
      const { label, options } = field;
      return [{ key, label, options, value: view.filters[key] ?? '', onChoose }];
    });
  const dates = fields.filter(([, { as }]) => as === 'date');
  const hasActions = resource.search !== undefined || mayAdd || resource.export;
  const { orders } = resource;

  return (
    <>
      {choices('chips').map(({ key, options, onChoose, ...chips }) => (
        <ChipGroup key={key} chips={options} onChange={onChoose} {...chips} />
      ))}
      {hasActions ? (
        <div className="admin-tools">
          {resource.search === undefined ? null : (
            <Search
              placeholder={resource.search}
              value={view.search}
              onSearch={(search) => onChange({ search })}
            />
          )}
          <div className="row admin-wrap">
            {choices('pick').map(({ key, label, ...pick }) => (
              <Select key={key} className="pick" aria-label={label} {...pick} />
            ))}
            {orders ? (
              <Select
                className="pick"
                aria-label="Order"
                value={view.sort.by}
                options={orderOptions(orders, view.sort)}
                onChoose={(by) => {
                  const order = orders.find((one) => one.by === by);
                  if (order) onChange({ sort: { by, isDescending: order.isDescending } });
                }}
              />
            ) : null}
            {mayAdd ? <Button onClick={onAdd}>{mayAdd.label}</Button> : null}
            {resource.export ? <Export resource={resource} view={view} /> : null}
          </div>
        </div>
      ) : null}
      {dates.length > 0 ? (
        <div className="admin-filters">
          {dates.map(([name, { label }]) => (
            <TextField
              key={name}
              label={label}
              type="date"
              value={view.filters[name] ?? ''}
              onChange={({ target }) => setFilter(name, target.value)}
            />
          ))}
        </div>
      ) : null}
    </>
  );
}

interface SearchProps {
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Adds an option for an order that was chosen with a column heading. */
function orderOptions(
  orders: readonly (Sort & { readonly label: string })[],
  sort: Sort,
): ChoiceFilter['options'] {
  const options = orders.map(({ by, label }) => ({ value: by, label }));
  const isListed = orders.some(({ by }) => by === sort.by);
  return isListed ? options : [{ value: sort.by, label: 'By a column' }, ...options];
}

const DEBOUNCE_MS = 150;

/** Updates the URL with a debounce; Back and "Show all" update the field. */
function Search({ placeholder, value, onSearch }: SearchProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const isBack = useNavigationType() === 'POP';
  if (value !== seen) {
    setSeen(value);
    if (isBack || value === '') setText(value);
  }
  const search = useEffectEvent((typed: string) => {
    if (typed !== value) onSearch(typed);
  });
  useEffect(() => {
    const timer = setTimeout(() => search(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <SearchField
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

function Export<Row, Filters extends FilterValues>(props: {
  resource: Resource<Row, Filters>;
  view: ListView<Filters>;
}) {
  const save = useAdminAction(
    'export',
    async (backend) => props.resource.export?.save(props.view, backend),
    { failed: 'The file was not saved' },
  );
  return (
    <Button look="line" busy={save.isPending && 'Preparing...'} onClick={() => save.mutate()}>
      {props.resource.export?.label}
    </Button>
  );
}
