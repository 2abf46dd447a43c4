import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  AUDIT_SUBJECTS,
  NAMED_ADMIN,
} from '#contract/constants/audit.ts';
import type { AuditEntry } from '#contract/rows/audit-log.ts';

export function actorName(actor: string): string {
  if (actor.startsWith(NAMED_ADMIN)) return actor.slice(NAMED_ADMIN.length);
  return labelOf(AUDIT_ACTORS, actor) ?? actor;
}

/** 'Changed: ticket'; unknown types keep their technical name. */
export function actionName({
  action,
  table_name,
}: Pick<AuditEntry, 'action' | 'table_name'>): string {
  const verb = labelOf(AUDIT_ACTIONS, action.toLowerCase()) ?? action;
  return `${verb}: ${labelOf(AUDIT_SUBJECTS, table_name)?.one ?? table_name}`;
}

/** Columns that name a row, in order of preference. */
const NAME_KEYS = ['title', 'email', 'subject', 'name', 'username', 'label', 'centre_name', 'key'];

/** The name of the changed row; undefined when it has none. */
export function entryName({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const values = NAME_KEYS.map((name) => after?.[name] ?? before?.[name]);
  return values.find((value): value is string => typeof value === 'string' && value !== '');
}

/** The id of the account that the entry is about. */
export function accountOf({
  table_name,
  row_id,
  before,
  after,
}: Pick<AuditEntry, 'table_name' | 'row_id' | 'before' | 'after'>): string | undefined {
  if (table_name === 'users' || table_name === 'profiles') return row_id;
  const id = after?.['user_id'] ?? before?.['user_id'];
  return typeof id === 'string' ? id : undefined;
}

function labelOf<Value>(names: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

interface ChangedField {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** The changed fields; all fields of a new or deleted row. */
export function changedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  // `updated_at` changes with every write, and the entry has its own time.
  names.delete('updated_at');
  return [...names].flatMap((name): ChangedField[] =>
    fieldsIn(name, before?.[name], after?.[name]),
  );
}

/** Compares objects field by field, so that one changed text of the brand gives one row. */
function fieldsIn(field: string, before: unknown, after: unknown): ChangedField[] {
  if (isObject(before) || isObject(after)) {
    const names = new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))]);
    return [...names].flatMap((name) =>
      fieldsIn(`${field}.${name}`, memberOf(before, name), memberOf(after, name)),
    );
  }
  const texts = { before: textOf(before), after: textOf(after) };
  return texts.before === texts.after ? [] : [{ field, ...texts }];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string) => (isObject(value) ? value[name] : undefined);

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
