import * as z from 'zod/mini';
import type { Problem } from '#src/chronicle/problem.ts';
import { editYaml } from '#src/node/owned/edit-yaml.ts';
import { type Cost, keys, record, text as textOf } from '#src/node/owned/forms.ts';
import { type OwnedForm, readOwned } from '#src/node/owned/read-owned.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Decisions } from '#src/redaction/finding.ts';
import { editDraftFile } from './edit-draft-file.ts';

export const NO_DECISIONS: Decisions = { salt: '', byHash: {} };

const ABOUT = `# What was decided about findings in this draft: replace, keep or leave-out, each by the hash of what was found.
# The findings themselves are not in here. A line that is removed makes its finding open again.
`;

const HASH = /^[0-9a-f]{16,128}$/;
const SALT = /^[0-9a-f]{16,128}$/;

const DECISION = z.enum(['replace', 'keep', 'leave-out'], 'it is none of replace, keep, leave-out');
const SCHEMA = keys({
  salt: textOf(128),
  decisions: record(HASH, DECISION, 'here a list of keys is needed', () => 'its name is no hash of a finding'),
}).check(
  z.refine(({ salt, decisions }) => SALT.test(salt) || Object.keys(decisions).length === 0, {
    error: 'without its salt no hash in the file can be looked up',
    path: ['salt'],
    params: { entry: true } satisfies Cost,
  }),
);
const FORM: OwnedForm<typeof SCHEMA> = {
  schema: SCHEMA,
  unreadable: 'CHRONICLE_DRAFT_YAML',
  fault: 'CHRONICLE_REDACTIONS',
};

/** Reads redactions.yml. What is not of its form is a problem, and its finding open. Never throws. */
export function parseDecisions(text: string): { value: Decisions; problems: Problem[] } {
  const { value, problems } = readOwned(text, FORM);
  if (value === null) return { value: NO_DECISIONS, problems };
  return { value: { salt: SALT.test(value.salt) ? value.salt : '', byHash: value.decisions }, problems };
}

/**
 * Writes the decisions about a draft's findings beside it, and returns the draft with them. What others decided since the
 * draft was read stays, and so does every other line. Refuses (CHRONICLE_DECIDED_ELSEWHERE) if the file has another salt
 * by now, and (CHRONICLE_DRAFT_BROKEN) a file that cannot be read.
 */
export function saveDecisions(draft: Draft, decisions: Decisions): Draft {
  let saved = decisions;
  editDraftFile(draft, 'redactions.yml', (text) => {
    const { value: there } = parseDecisions(text);
    if (there.salt !== '' && there.salt !== decisions.salt) throw decidedElsewhere(draft);
    const changed = Object.entries(decisions.byHash).filter(([hash, decision]) => {
      return draft.decisions.byHash[hash] !== decision || there.byHash[hash] === undefined;
    });
    saved = { salt: decisions.salt, byHash: { ...there.byHash, ...Object.fromEntries(changed) } };
    return editYaml(text === '' ? ABOUT : text, [
      ...(there.salt === '' ? [{ path: ['salt'], value: decisions.salt }] : []),
      ...changed.map(([hash, decision]) => ({ path: ['decisions', hash], value: decision })),
    ]);
  });
  return { ...draft, decisions: saved };
}

/** Makes findings that were decided open again, by their hashes, and returns the draft without these decisions. */
export function withdrawDecisions(draft: Draft, hashes: readonly string[]): Draft {
  editDraftFile(draft, 'redactions.yml', (text) => {
    const { byHash } = parseDecisions(text).value;
    const there = hashes.filter((hash) => byHash[hash] !== undefined);
    return editYaml(
      text,
      there.map((hash) => ({ path: ['decisions', hash], value: undefined })),
    );
  });
  const kept = Object.entries(draft.decisions.byHash).filter(([hash]) => !hashes.includes(hash));
  return { ...draft, decisions: { ...draft.decisions, byHash: Object.fromEntries(kept) } };
}

/** redactions.yml of a draft of which nothing is decided yet. */
export function decisionsYaml({ salt }: Decisions): string {
  return `${ABOUT}salt: ${salt}\n`;
}

function decidedElsewhere({ directory }: Draft): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_DECIDED_ELSEWHERE',
    `${directory}/redactions.yml was written by somebody else in the same moment. Decide again. Nothing was written.`,
  );
}
