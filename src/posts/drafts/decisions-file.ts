import * as z from 'zod/mini';
import type { Problem } from '#src/format/problem.ts';
import { editYaml } from '#src/lib/edit-yaml.ts';
import { type Cost, keys, record, text as textOf } from '#src/lib/forms.ts';
import { type OwnedForm, readOwned } from '#src/format/read-owned.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import type { Decisions } from '#src/redaction/finding.ts';
import { editDraftFile } from './edit-draft-file.ts';

export const NO_DECISIONS: Decisions = { salt: '', byHash: {} };

const ABOUT = `# Decisions about findings in this draft: replace, keep or leave-out, each by the hash of the finding.
# The findings themselves are not stored. Remove a line to undo its decision.
`;

const HASH = /^[0-9a-f]{16,128}$/;
const SALT = /^[0-9a-f]{16,128}$/;

const DECISION = z.enum(['replace', 'keep', 'leave-out'], 'a decision is replace, keep or leave-out');
const SCHEMA = keys({
  salt: textOf(128),
  decisions: record(
    HASH,
    DECISION,
    'a map of decisions is expected here',
    () => 'this key is not the hash of a finding',
  ),
}).check(
  z.refine(({ salt, decisions }) => SALT.test(salt) || Object.keys(decisions).length === 0, {
    error: 'without its salt, the hashes in this file match nothing',
    path: ['salt'],
    params: { entry: true } satisfies Cost,
  }),
);
const FORM: OwnedForm<typeof SCHEMA> = {
  schema: SCHEMA,
  unreadable: 'CHRONICLE_DRAFT_YAML',
  fault: 'CHRONICLE_REDACTIONS',
};

/** Reads redactions.yml. An invalid decision is a problem, and its finding stays open. Never throws. */
export function parseDecisions(text: string): { value: Decisions; problems: Problem[] } {
  const { value, problems } = readOwned(text, FORM);
  if (value === null) return { value: NO_DECISIONS, problems };
  return { value: { salt: SALT.test(value.salt) ? value.salt : '', byHash: value.decisions }, problems };
}

/**
 * Saves decisions about a draft's findings and returns the draft with them. Decisions that others saved meanwhile and all
 * other lines are kept. Refuses (CHRONICLE_DECIDED_ELSEWHERE) if the file has a different salt by now, and
 * (CHRONICLE_DRAFT_BROKEN) an unreadable file.
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

/** redactions.yml of a new draft. */
export function decisionsYaml({ salt }: Decisions): string {
  return `${ABOUT}salt: ${salt}\n`;
}

function decidedElsewhere({ directory }: Draft): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_DECIDED_ELSEWHERE',
    `${directory}/redactions.yml was changed by another program at the same time. Decide again. Nothing was changed.`,
  );
}
