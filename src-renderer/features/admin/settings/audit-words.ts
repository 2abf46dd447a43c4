import type { AuditEntry } from '#contract/rows/audit-log.ts';
import { AUDIT_ACTIONS, AUDIT_ACTORS, AUDIT_SUBJECTS, NAMED_ADMIN } from '#contract/words/audit.ts';

/** Who an entry names, for somebody who has never seen a role. */
export function actorName(actor: string): string {
  if (actor.startsWith(NAMED_ADMIN)) return actor.slice(NAMED_ADMIN.length);
  return find(AUDIT_ACTORS, actor) ?? actor;
}

/** 'Changed: ticket'; what nobody has given a name keeps its own. */
export function actionName({
  action,
  table_name,
}: Pick<AuditEntry, 'action' | 'table_name'>): string {
  const done = find(AUDIT_ACTIONS, action.toLowerCase()) ?? action;
  return `${done}: ${find(AUDIT_SUBJECTS, table_name)?.one ?? table_name}`;
}

/** In this order: what a track, a person, a ticket, a page or a code is called by. */
const NAMES = ['title', 'email', 'subject', 'name', 'username', 'label', 'centre_name', 'key'];

/** Whose title, whose person; undefined for what has no name of its own. */
export function entryName({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const said = NAMES.map((name) => after?.[name] ?? before?.[name]);
  return said.find((value): value is string => typeof value === 'string' && value !== '');
}

/** '2026-11-21 03:07 UTC', as everything in the log. */
export function momentOf(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function find<Value>(names: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(names, name) ? names[name] : undefined;
}

interface ChangedField {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What is different, field by field; a new row has all of its fields, a deleted one had them. */
export function changedFields({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  // Every change moves it, and the entry has its own time.
  names.delete('updated_at');
  return [...names].flatMap((name): ChangedField[] =>
    fieldsAt(name, before?.[name], after?.[name]),
  );
}

/** An object is looked into, so that one changed word of the brand is one line. */
function fieldsAt(field: string, before: unknown, after: unknown): ChangedField[] {
  if (isObject(before) || isObject(after)) {
    const names = new Set([...Object.keys(Object(before)), ...Object.keys(Object(after))]);
    return [...names].flatMap((name) =>
      fieldsAt(`${field}.${name}`, memberOf(before, name), memberOf(after, name)),
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
