/** The texts of an imported session, before and after secrets are replaced. */
import { HANDOFF_FIELDS, type Handoff, type HandoffField } from '../format/notebook/handoff-fields.ts';
import type { Observed } from '../notes/observed.ts';
import { clip, oneLine } from '../lib/text/clip.ts';
import { visibleText } from '../lib/text/visible.ts';
import { withoutSequences } from '../transcript/clean-line.ts';
import type { ImportedSession } from './imported-session.ts';

/** The longest texts that are kept, in characters: a notebook is not read above 16 MiB. */
const LONGEST = { line: 4000, lines: 200_000, prompt: 2000 };

/** The session with all its texts changed by `edit`. */
function withTexts(session: ImportedSession, edit: Editing): ImportedSession {
  const { branch, title, about, prompts, observations, handoff } = session;
  return {
    ...session,
    branch: branch === null ? null : edit.line(branch),
    title: edit.line(title),
    about: edit.line(about),
    prompts: prompts.map((prompt) => ({ ...prompt, text: edit.prompt(prompt.text) })),
    observations: observations.map((each) => ({ ...each, observed: withObserved(each.observed, edit) })),
    handoff: handoff && {
      ...handoff,
      handoff: withHandoff(handoff.handoff, edit),
      otherwise: withObserved(handoff.otherwise, edit),
    },
  };
}

interface Editing {
  line(text: string): string;
  lines(text: string): string;
  prompt(text: string): string;
}

function withObserved(observed: Observed, { line, lines }: Editing): Observed {
  const { title, subtitle, facts, narrative, concepts, files, rels } = observed;
  return {
    ...observed,
    title: line(title),
    subtitle: line(subtitle),
    facts: facts.map((fact) => ({ ...fact, text: line(fact.text) })),
    narrative: lines(narrative),
    concepts: concepts.map(line),
    files: files.map(line),
    rels: rels.map((rel) => ({ ...rel, expression: line(rel.expression) })),
  };
}

function withHandoff(handoff: Handoff, { lines }: Editing): Handoff {
  const fields = Object.keys(HANDOFF_FIELDS) as HandoffField[];
  return Object.fromEntries(
    fields.flatMap((field) => (handoff[field] === undefined ? [] : [[field, lines(handoff[field])]])),
  );
}

/** The session without invisible characters, each text in the form that its place has: on one line, or with its lines. */
export function plainTexts(session: ImportedSession): ImportedSession {
  return withTexts(session, {
    line: (text) => clip(oneLine(clean(text)), LONGEST.line),
    lines: (text) => clip(clean(text).trim(), LONGEST.lines),
    prompt: (text) => clip(clean(text).trim(), LONGEST.prompt),
  });
}

function clean(text: string): string {
  return visibleText(withoutSequences(text));
}

/** Every text of a session that has been through `plainTexts`. */
export function textsOf(session: ImportedSession): string[] {
  const texts: string[] = [];
  const keep = (text: string) => {
    if (text !== '') texts.push(text);
    return text;
  };
  withTexts(session, { line: keep, lines: keep, prompt: keep });
  return texts;
}

/** The session with `safe` applied to its texts. */
export function safeTexts(session: ImportedSession, safe: (text: string) => string): ImportedSession {
  const edit = (text: string) => (text === '' ? '' : safe(text));
  return withTexts(session, { line: edit, lines: edit, prompt: edit });
}
