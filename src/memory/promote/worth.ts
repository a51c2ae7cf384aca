/**
 * Which notes are worth a memory: what is still true in the next session, and what that session would have to find out again.
 *
 *     worthOf('tried', 'httpOnly cookie for the JWT → Safari blocks it in an iframe')   // { names: 'Safari' }
 *     worthOf('tried', 'restart Docker → no change')                                   // null
 *     worthOf('discovered', '`lib/rateLimit.ts` already has a limiter')                // { names: 'lib/rateLimit.ts' }
 *
 * Focus, constraints and what is out of scope are about one task and never become a memory.
 */
import { SILENT_WORDS } from '../misses/common-words.ts';
import { namedPath, namedStructures } from './named-place.ts';
import { looksTechnical, namedTechnologies } from './named-technology.ts';
import { isPassing, substance } from './passing.ts';

/** The kinds of note that are judged line by line. */
type JudgedKind = 'tried' | 'discovered';

/** Why a line is worth a memory. */
export interface Worth {
  /** The technology, version, environment, path or structure that it names, as written. */
  names: string;
}

/** The agent's notes have at most 240 characters. Longer ones are documentation. */
const LONGEST = 300;
/** Fewer words name a thing and say nothing about it. */
const FEWEST_WORDS = 4;
/** The score from which a line is promoted. Tuned on tests/fixtures/promote/development.json. */
const ENOUGH = 3;

/** Words of a rule that holds beyond the case: needs, only, ignores, generated, through. */
const LAWFUL =
  /\b(?:needs?|requires?|only|never|always|must|may not|cannot|ignor(?:es?|ed)|refus(?:es?|ed)|forbids?|forbidden|blocks?|blocked|drops?|dropped|breaks?|loses?|lost|supports?|(?:not |un)supported|unless|until|before|since|by default|limit(?:s|ed)?|allows?|missing|because of|per (?:thread|request|file|slot|month)|needs|every|each|instead|aborts?|crash(?:es)?|die|dies|nie|nur|muss|melden nichts|liefert|fehlt)\b/i;
/** How parts of a project belong together. */
const RELATION =
  /\b(?:already|lives?|live in|generat(?:ed|es?)|owns?|go(?:es)? through|through|shared|stored|separate|validated|loads?|loaded|compiled|overrid(?:es?|den)|converts?|depends?|appl(?:y|ies)|decides?|check(?:s|ed)|committed|bypass(?:es)?|skips?|registers?|runs? (?:on|before|after|at)|picks?|declared|written by|built (?:by|in|from)|sets|fixes|reads?|read (?:from|at|by|once)|called by|autoloaded|patched|embedded|imports?|hides?|leaves|scans|resolves|reused?|versioned|is (?:the|a|an) (?:only|one|singleton|base|single|enum|entry)|only|never|must|every|all|no \w+ (?:column|table|index)|liegen|liegt|Vorlage)\b/i;

/** Why a note is worth a memory; null if it is not. Takes linear time. */
export function worthOf(kind: JudgedKind, text: string): Worth | null {
  const line = text.trim();
  if (line.length > LONGEST || wordsIn(line).length < FEWEST_WORDS || isPassing(line)) return null;
  return kind === 'tried' ? worthOfTried(line) : (worthOfFound(line) ?? worthOfTechnology(line));
}

/** A failed attempt is worth it if it names a technology and says something about it. */
function worthOfTried(line: string): Worth | null {
  const [what = '', ...rest] = line.split(/→|->|=>|[:;] | because | - /);
  const outcome = substance(rest.length > 0 ? rest.join(' ') : what);
  const named = namedTechnologies(line);
  const words = wordsIn(outcome).length;
  const saysWhy = LAWFUL.test(outcome) || namedTechnologies(outcome).length > 0 || looksTechnical(outcome);
  if (words < 2 && !saysWhy) return null;
  const score =
    (named.length > 0 ? 2 : 0) +
    (named.length > 1 || looksTechnical(line) ? 1 : 0) +
    (LAWFUL.test(outcome) ? 1 : 0) +
    (words >= 3 ? 1 : 0);
  return score >= ENOUGH ? { names: named[0] ?? line } : null;
}

/** A finding is worth it if it names a place and says how it belongs to the rest. */
function worthOfFound(line: string): Worth | null {
  const path = namedPath(line);
  const structures = namedStructures(line);
  const named = path ?? structures[0];
  if (named === undefined) return null;
  const score =
    (path ? 2 : Math.min(2, structures.length)) +
    (RELATION.test(line.replace(named, ' ')) ? 1 : 0) +
    (LAWFUL.test(line) ? 1 : 0);
  return score >= ENOUGH ? { names: named } : null;
}

/** A finding about a technology is worth it if it states a rule. */
function worthOfTechnology(line: string): Worth | null {
  const [named] = namedTechnologies(line);
  return named !== undefined && LAWFUL.test(line) ? { names: named } : null;
}

function wordsIn(text: string): string[] {
  return (text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).filter((word) => !SILENT_WORDS.has(word.toLowerCase()));
}
