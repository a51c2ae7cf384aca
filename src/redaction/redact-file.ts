import * as z from 'zod/mini';
import type { Problem } from '#src/format/problem.ts';
import type { Paths } from '#src/lib/paths.ts';
import { isRecord } from '#src/lib/is-record.ts';
import { readBeginning } from '#src/lib/read-file.ts';
import { keys, list, present, readUserFile, record } from '#src/format/user-file.ts';
import { nameDetector, type OwnName } from './names.ts';

/**
 * The owner's private names and the texts to ignore, in `<config>/session-chronicle/redact.yml`:
 *
 *     names:
 *       Tidemark: the product
 *       Robin: a colleague
 *     allow:
 *       - build.internal
 *
 * `names` can also be a plain list.
 */
export interface RedactList {
  names: OwnName[];
  /** Texts to ignore, unless they are secrets. */
  allow: string[];
  problems: Problem[];
}

/** More than anybody writes by hand. */
const LARGEST = 256 * 1024;
/** A single letter would match everywhere. */
const SHORTEST_NAME = 2;
const REPLACEMENT = '[name]';

/** Reads the owner's list; empty if there is no file. Anything invalid is reported as a problem and skipped. Never throws. */
export function readRedactFile({ redact }: Pick<Paths, 'redact'>): RedactList {
  return parseRedactFile(readBeginning(redact, LARGEST) ?? '');
}

/** Parses the text of redact.yml. */
export function parseRedactFile(text: string): RedactList {
  const { value, problems } = readUserFile(text, formOf);
  const { names, allow } = value ?? { names: [], allow: [] };
  const named = Array.isArray(names) ? present(names).map((name) => [name, null] as const) : Object.entries(names);
  return {
    names: named.map(([name, given]) => ({
      text: name.trim(),
      kind: 'private name',
      replacement: (given ?? REPLACEMENT).trim(),
    })),
    allow: present(allow).map((each) => each.trim()),
    problems,
  };
}

const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const WORD = z.custom<string>(isFilled, 'this is not text');
const INSTEAD = z.custom<string>(isFilled, 'the replacement for a name must be text');
const NAMES = list(WORD, Number.POSITIVE_INFINITY).check(({ value, issues }) => {
  for (const [i, name] of value.entries()) refuse(issues, i, name === undefined ? null : nameFault(name, null));
});
const NAMED = record(/(?:)/, z.nullish(INSTEAD), '"names" must be a list or a map').check(({ value, issues }) => {
  for (const [name, replacement] of Object.entries(value)) refuse(issues, name, nameFault(name, replacement));
});
const ALLOW = list(WORD, Number.POSITIVE_INFINITY, '"allow" must be a list');

function formOf(value: unknown) {
  const isList = isRecord(value) && Array.isArray(value.names);
  return {
    schema: keys({ names: isList ? NAMES : NAMED, allow: ALLOW }, 'the file is not a map with keys'),
    unreadable: 'CHRONICLE_REDACT_YAML',
    fault: 'CHRONICLE_REDACT',
  } as const;
}

function refuse(issues: z.core.$ZodRawIssue[], key: string | number, message: string | null): void {
  if (message !== null) issues.push({ code: 'custom', path: [key], message, input: key });
}

function nameFault(given: string, replacement: string | null | undefined): string | null {
  const name = given.trim();
  if (name === '') return 'this is not text';
  if ([...name].length < SHORTEST_NAME) return `a name needs at least ${SHORTEST_NAME} characters`;
  return containsName(replacement ?? REPLACEMENT, name) ? 'the replacement contains the name itself' : null;
}

/** Whether a name would be found in its own replacement. */
function containsName(replacement: string, text: string): boolean {
  // Quick check first: compiling the detector's pattern takes 2 ms.
  if (!replacement.toLowerCase().includes(text.toLowerCase())) return false;
  const detector = nameDetector([{ text, kind: '', replacement }]);
  return detector({ text: replacement }).length > 0;
}
