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
  /\b(?:needs?|requires?|only|never|always|must|may not|cannot|ignor(?:es?|ed)|refus(?:es?|ed)|forbids?|forbidden|blocks?|blocked|drops?|dropped|breaks?|loses?|lost|supports?|(?:not |un)supported|unless|until|before|since|by default|limit(?:s|ed)?|allows?|missing|because of|per (?:thread|request|file|slot|month)|needs|every|each|instead|aborts?|crash(?:es)?|die|dies|fails?|does not|do not|did not|is not|are not|not the|has no|have no|instead of|than|became|rejects?|hangs?|avoids?|violates?|removes?|produces?|captures?|different|without|no permission|nie|nur|nicht|muss|melden nichts|liefert|fehlt)\b/i;
/** How parts of a project belong together. */
const RELATION =
  /\b(?:already|lives?|live in|generat(?:ed|es?)|owns?|go(?:es)? through|through|shared|stored|separate|validated|loads?|loaded|compiled|overrid(?:es?|den)|converts?|depends?|appl(?:y|ies)|decides?|check(?:s|ed)|committed|bypass(?:es)?|skips?|registers?|runs? (?:on|before|after|at)|picks?|declared|written by|built (?:by|in|from)|sets|fixes|reads?|read (?:from|at|by|once)|called by|autoloaded|patched|embedded|imports?|hides?|leaves|scans|resolves|reused?|versioned|is (?:the|a|an) (?:only|one|singleton|base|single|enum|entry)|only|never|must|every|all|uses?|has no|have no|is not|are not|does not|do not|not in|gets?|extracts?|embeds?|contains?|creates?|returns?|expects?|calls?|exports?|extends?|wraps?|handles?|defines?|maps?|serves?|renders?|emits?|writes?|holds?|sends?|missing|written|moves?|spawns?|consumes?|warns?|verwendet|nutzt|no \w+ (?:column|table|index)|liegen|liegt|Vorlage)\b/i;

/** Why a note is worth a memory; null if it is not. Takes linear time. */
export function worthOf(kind: JudgedKind, text: string): Worth | null {
  const line = text.trim();
  if (line.length > LONGEST || wordsIn(line).length < FEWEST_WORDS || isPassing(line)) return null;
  return kind === 'tried' ? worthOfTried(line) : (worthOfFound(line) ?? worthOfTechnology(line));
}

/** A failed attempt is worth it if it names a technology and says something about it. */
function worthOfTried(line: string): Worth | null {
  const { what, told } = partsOf(line);
  const outcome = substance(told);
  const named = namedTechnologies(line);
  const words = wordsIn(outcome).length;
  const saysWhy = LAWFUL.test(outcome) || namedTechnologies(outcome).length > 0 || looksTechnical(outcome);
  if (words < 2 && !saysWhy) return null;
  const score =
    (named.length > 0 || looksTechnical(line) ? 2 : 0) +
    (named.length > 1 || (named.length > 0 && looksTechnical(line)) ? 1 : 0) +
    (LAWFUL.test(outcome) ? 1 : 0) +
    (words >= 2 ? 1 : 0);
  return score >= ENOUGH ? { names: named[0] ?? what.trim() } : null;
}

/** The attempt, and what is told of it: the words after the last arrow or dash, else after the first colon or "because". */
function partsOf(line: string): { what: string; told: string } {
  const arrows = line.split(/\s(?:→|->|=>|—|–|-)\s/);
  if (arrows.length > 1) return { what: arrows[0] ?? '', told: arrows.at(-1) ?? '' };
  const [what = '', ...rest] = line.split(/[:;] | because /);
  return { what, told: rest.length > 0 ? rest.join(' ') : what };
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
  return named !== undefined && (LAWFUL.test(line) || RELATION.test(line.replace(named, ' ')))
    ? { names: named }
    : null;
}

function wordsIn(text: string): string[] {
  return (text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).filter((word) => !SILENT_WORDS.has(word.toLowerCase()));
}
