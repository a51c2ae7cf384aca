import type { Fact, ObservationContent } from './observation.ts';
import { USUAL_SCOPE } from './observation-kinds.ts';

/** Words that `readObservations` would take for something else than a subtitle. */
const MISLEADING = /^(?:- |(?:Subtitle|Narrative|Concepts|Files|File|Ref|Rel|Scope|Prompt|Supersedes|Origin):)/;

/**
 * An observation as lines of a notebook, without a final newline; `when` is `HH:MM` or `YYYY-MM-DD HH:MM`, or empty. What
 * `readObservations` makes of the lines is the same content, if every text but the narrative is one line without blanks at its ends.
 */
export function observationLines(when: string, content: ObservationContent): string {
  const { type, priority, title, subtitle, facts, narrative, concepts, files, refs, rels, scope, prompt, supersedes } =
    content;
  const { origin = '' } = content;
  const kind = type === null ? '' : `[${type}] `;
  const simple = files.filter((file) => !file.includes(','));
  const fields: [label: string, value: string][] = [
    ['Narrative', narrative.replace(/\n(?=[^\n])/g, '\n    ')],
    ['Concepts', concepts.join(', ')],
    ['Files', simple.join(', ')],
    ...files.filter((file) => file.includes(',')).map((file): [string, string] => ['File', file]),
    ['Ref', refs.join(', ')],
    ...rels.map(({ date, expression }): [string, string] => ['Rel', `${date} from "${expression}"`]),
    ['Scope', scope === USUAL_SCOPE ? '' : scope],
    ['Prompt', prompt === null ? '' : String(prompt)],
    ['Supersedes', supersedes.join(', ')],
    ['Origin', origin],
  ];
  return [
    `- ${when === '' ? '' : `${when} `}${kind}[P${priority}] ${title}`,
    ...(subtitle === '' ? [] : [`  ${MISLEADING.test(subtitle) ? 'Subtitle: ' : ''}${subtitle}`]),
    ...facts.map(factLine),
    ...fields.filter(([, value]) => value !== '').map(([label, value]) => `  ${label}: ${value}`),
  ].join('\n');
}

function factLine({ text, depth, priority, time }: Fact): string {
  const marks = [priority === null ? '' : `[P${priority}] `, time === null ? '' : `${time} `].join('');
  return `${'  '.repeat(depth + 1)}- ${marks}${text}`;
}
