import { normalConcept } from '#src/format/notebook/concept.ts';
import type { ObservationContent } from '#src/format/notebook/observation.ts';
import { counted } from '#src/lib/text/day.ts';
import { readLines } from './observation-lines.ts';
import { hasXml, readXml } from './observation-xml.ts';
import type { Told } from './observed.ts';

/** Reads what the agent passes to `chronicle observe`, in any accepted form; `root` is the project's, for the paths in it. */
export function readObserved(text: string, root: string): Told {
  const clean = text.replace(/(?<!\r)\r+\n/g, '\n');
  const { observations, handoff, faults } = hasXml(clean) ? readXml(clean) : readLines(clean);
  if (faults.length === 0 && observations.length === 0 && Object.keys(handoff).length === 0)
    faults.push({ line: 1, sentence: 'The text contains neither an observation nor a field of a handoff.' });
  return {
    observations: observations.map((observation) => ({
      ...observation,
      concepts: [...new Set(observation.concepts.map(normalConcept).filter((concept) => concept !== ''))],
      files: [...new Set(observation.files.map((file) => relativeFile(file, root)))],
    })),
    handoff,
    faults,
  };
}

/** A path relative to the project root, if it is below it. */
function relativeFile(file: string, root: string): string {
  const path = file.replace(/\s+/g, ' ').replace(/^(?:\.\/)+/, '');
  const base = root.replace(/\/+$/, '');
  return base !== '' && path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path;
}

/** Words that leave a reader asking which; a fact that begins with one does not stand alone. */
const PRONOUN = /^(?:it|its|this|that|these|those|they|their|he|she|we|our|i)\b/i;

/** How a well-made observation looks, from the design of claude-mem; each is advice and never a refusal. */
const ADVICE = {
  titleWords: [3, 8],
  subtitleWords: 24,
  facts: [3, 7],
  factLength: [50, 150],
  narrativeWords: [200, 400],
  concepts: [2, 5],
} as const;

/** What could be better about an observation, as short phrases. A plain line is fine as it is. */
export function remarksOn(observation: ObservationContent): string[] {
  const { title, subtitle, facts, narrative, concepts } = observation;
  const isPlain = subtitle === '' && narrative === '' && concepts.length === 0;
  if (isPlain) return [];
  const remarks: string[] = [];
  const [fewest, most] = ADVICE.titleWords;
  const titled = words(title);
  if (titled < fewest || titled > most)
    remarks.push(`title has ${counted(titled, 'word')} (${fewest}-${most} read best)`);
  if (words(subtitle) > ADVICE.subtitleWords)
    remarks.push(`subtitle has ${counted(words(subtitle), 'word')} (${ADVICE.subtitleWords} at most)`);
  const own = facts.filter(({ depth }) => depth === 0);
  if (own.length < ADVICE.facts[0] || own.length > ADVICE.facts[1])
    remarks.push(`${counted(own.length, 'fact')} (${ADVICE.facts.join('-')} are usual)`);
  const odd = own.filter(({ text }) => text.length < ADVICE.factLength[0] || text.length > ADVICE.factLength[1]).length;
  if (odd > 0) remarks.push(`${counted(odd, 'fact')} not between ${ADVICE.factLength.join(' and ')} characters long`);
  const vague = own.find(({ text }) => PRONOUN.test(text));
  if (vague) remarks.push(`fact "${vague.text.slice(0, 40)}" begins with a pronoun: name what is meant`);
  const told = words(narrative);
  if (told > 0 && (told < ADVICE.narrativeWords[0] || told > ADVICE.narrativeWords[1]))
    remarks.push(`narrative has ${counted(told, 'word')} (${ADVICE.narrativeWords.join('-')} are usual)`);
  if (concepts.length < ADVICE.concepts[0] || concepts.length > ADVICE.concepts[1])
    remarks.push(`${counted(concepts.length, 'concept')} (${ADVICE.concepts.join('-')} are usual)`);
  return remarks;
}

function words(text: string): number {
  return text.split(/\s+/).filter((word) => word !== '').length;
}
