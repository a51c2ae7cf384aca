import { type Problem, problemAt } from '#src/chronicle/problem.ts';
import { editYaml } from '#src/node/yaml/edit-yaml.ts';
import { readYaml } from '#src/node/yaml/read-yaml.ts';
import { YamlReader } from '#src/node/yaml/yaml-reader.ts';
import type { Draft } from '#src/posts/drafts/draft.ts';
import { ChronicleError } from '#src/project/chronicle-error.ts';
import type { Decision, Decisions } from '#src/redaction/finding.ts';
import { editDraftFile } from './edit-draft-file.ts';

export const NO_DECISIONS: Decisions = { salt: '', byHash: {} };

const ABOUT = `# What was decided about findings in this draft: replace, keep or leave-out, each by the hash of what was found.
# The findings themselves are not in here. A line that is removed makes its finding open again.
`;

const HASH = /^[0-9a-f]{16,128}$/;
const SALT = /^[0-9a-f]{16,128}$/;

/** Reads redactions.yml. What is not of its form is a problem, and its finding open. Never throws. */
export function parseDecisions(text: string): { value: Decisions; problems: Problem[] } {
  const yaml = readYaml(text);
  if (yaml.problem) {
    const { line, column, fault } = yaml.problem;
    return { value: NO_DECISIONS, problems: [problemAt('CHRONICLE_DRAFT_YAML', line, column, fault)] };
  }
  const reader = new YamlReader(yaml, 'CHRONICLE_REDACTIONS');
  const keys = reader.keys(yaml.value, [], ['salt', 'decisions']);
  const salt = reader.text(keys.salt, ['salt'], 128);
  const decided = Object.entries(reader.keys(keys.decisions, ['decisions'])).flatMap(([hash, decision]) => {
    const path = ['decisions', hash];
    if (!HASH.test(hash)) return reader.refuse(path, 'its name is no hash of a finding');
    return isDecision(decision)
      ? [[hash, decision] as const]
      : reader.refuse(path, 'it is none of replace, keep, leave-out');
  });
  if (!SALT.test(salt) && decided.length > 0) {
    reader.refuse(['salt'], 'without its salt no hash in the file can be looked up');
    return { value: NO_DECISIONS, problems: reader.problems };
  }
  return {
    value: { salt: SALT.test(salt) ? salt : '', byHash: Object.fromEntries(decided) },
    problems: reader.problems,
  };
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

/** redactions.yml of a draft of which nothing is decided yet. */
export function decisionsYaml({ salt }: Decisions): string {
  return `${ABOUT}salt: ${salt}\n`;
}

function isDecision(value: unknown): value is Decision {
  return value === 'replace' || value === 'keep' || value === 'leave-out';
}

function decidedElsewhere({ directory }: Draft): ChronicleError {
  return new ChronicleError(
    'CHRONICLE_DECIDED_ELSEWHERE',
    `${directory}/redactions.yml was written by somebody else in the same moment. Decide again. Nothing was written.`,
  );
}
