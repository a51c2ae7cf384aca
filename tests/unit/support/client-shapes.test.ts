import { expect, test } from 'vitest';
import { labelledSessions } from '#tests/support/labelled-sessions.ts';

type Fields = Record<string, unknown>;

/** What the recorded sessions do not have, or no longer, because their bulk was trimmed. The shapes were seen elsewhere. */
const UNRECORDED = new Set([
  'ai-title',
  'api-request',
  'api-request-shape',
  'attachment command_permissions',
  'attachment hook_success',
  'pr-link',
  'system stop_hook_summary',
  'user: turnCompanion',
]);

const recordsOf = (text: string): Fields[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const isFields = (value: unknown): value is Fields => value !== null && typeof value === 'object';

/** A kind of record, as far as its fields depend on it. */
function kindOf({ type, subtype, attachment, operation }: Fields): string {
  const kind = subtype ?? operation ?? (isFields(attachment) ? attachment.type : undefined);
  return kind === undefined ? String(type) : `${type} ${kind}`;
}

function fieldsByKind(records: readonly Fields[]): Map<string, Set<string>> {
  const kinds = new Map<string, Set<string>>();
  for (const record of records) {
    const fields = kinds.get(kindOf(record)) ?? new Set();
    for (const key of Object.keys(record)) fields.add(key);
    for (const part of ['message', 'attachment']) {
      const inner = record[part];
      if (isFields(inner)) for (const key of Object.keys(inner)) fields.add(`${part}.${key}`);
    }
    kinds.set(kindOf(record), fields);
  }
  return kinds;
}

test('expanded scripts have no record and no field that the real client does not write', () => {
  const real = fieldsByKind(labelledSessions('client').flatMap(({ text }) => recordsOf(text)));
  const made = fieldsByKind(labelledSessions('development').flatMap(({ text }) => recordsOf(text)));
  const invented = [...made].flatMap(([kind, fields]) => {
    const known = real.get(kind);
    return known === undefined
      ? [kind]
      : [...fields].filter((field) => !known.has(field)).map((field) => `${kind}: ${field}`);
  });
  const isKnown = (name: string) => UNRECORDED.has(name) || UNRECORDED.has(name.split(': ')[0] ?? '');
  expect(invented.filter((name) => !isKnown(name))).toEqual([]);
});
