import { firstPrompt, type Session } from '#src/format/session.ts';
import { normalConcept } from '#src/format/notebook/concept.ts';
import { handoffLines } from '#src/format/notebook/notebook.ts';
import { systemOf } from '#src/format/notebook/origin.ts';
import { sessionTitle } from '#src/transcript/title.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { momentOf } from '#src/transcript/moment.ts';
import { isFound, writtenDetails } from '#src/format/event-source.ts';
import { noteSections } from '#src/notes/told-notebook.ts';
import { commitAnchor, ENDING_ANCHOR, promptAnchor } from '#src/lib/text/page-address.ts';
import type { RecordKind, SearchRecord } from './record.ts';

/** What differs between the records of a session. */
type Part = Pick<SearchRecord, 'kind' | 'event' | 'anchor' | 'tag' | 'date' | 'time' | 'text' | 'about'>;

/** A session that edited more files is found by the first ones: those with the most changed lines. */
const MOST_FILES = 200;

/**
 * What a search can find in a session. From its chronicle: each event with its details, the summary unless it is
 * auto-generated, and the narrative. From its facts, if it has any: prompts, commits and the last message. From its
 * notebook: notes, observations and the handoff.
 */
export function recordsOf(session: Session, facts: Facts | null): SearchRecord[] {
  const { frontMatter } = session.chronicle;
  const common = {
    project: session.project.name,
    session: session.name,
    title: sessionTitle(session),
    branch: frontMatter.branch,
    task: frontMatter.task,
    ...(session.machine && { machine: session.machine }),
    ...(frontMatter.imported_from && { from: frontMatter.imported_from }),
  };
  return PARTS.flatMap((part) => part(session, facts)).map((part) => ({ ...common, ...part }));
}

/** The records of each kind, in the order of the index. */
const PARTS: readonly ((session: Session, facts: Facts | null) => Part[])[] = [
  (session, facts) => [whole(session, 'session', '', sessionText(session, facts))],
  eventParts,
  ({ chronicle }, facts) =>
    (facts?.prompts ?? []).flatMap(({ at, text }, index) =>
      text.trim() === '' ? [] : [timed('prompt', promptAnchor(index), at, chronicle.frontMatter.utc_offset, text)],
    ),
  ({ chronicle }, facts) =>
    (facts?.commits ?? []).map(({ at, hash, subject, body }) =>
      timed('commit', commitAnchor(hash), at, chronicle.frontMatter.utc_offset, `${subject}\n${body}`.trim()),
    ),
  noteParts,
  observationParts,
  (session) => {
    const { handoff } = session.notebook ?? {};
    return handoff ? [whole(session, 'handoff', 'handoff', handoffLines(handoff))] : [];
  },
  (session) => {
    const { kind, lead } = session.chronicle.summary;
    const isWritten = (kind === 'agent' || kind === 'retro') && lead.trim() !== '';
    return isWritten ? [whole(session, 'summary', 'summary', lead)] : [];
  },
  ({ chronicle }, facts) => {
    const messages = [facts?.outcome ?? [], facts?.lastAnswer ?? []].flat();
    const [first] = messages;
    const words = messages.map(({ text }) => text).join('\n\n');
    return first ? [timed('message', ENDING_ANCHOR, first.at, chronicle.frontMatter.utc_offset, words)] : [];
  },
  (session) => {
    const { narrative } = session.chronicle.summary;
    return narrative ? [whole(session, 'narrative', 'narrative', `${narrative.title}\n${narrative.text}`)] : [];
  },
];

function eventParts({ chronicle }: Session): Part[] {
  return chronicle.events.map((event) => {
    const { id, tag, text, date, time } = event;
    const details = writtenDetails(event);
    const kind = isFound(event) ? 'found' : 'event';
    return { kind, event: id, anchor: id, tag, date, time, text: details === '' ? text : `${text}\n${details}` };
  });
}

/** The notes that the session's page shows, each with the heading it is under. */
function noteParts({ chronicle, notebook }: Session): Part[] {
  return (notebook ? noteSections(notebook) : []).flatMap(({ heading, notes }) =>
    notes.map(({ id, date, time, text, details, resolved }): Part => {
      const words = [`${heading}: ${text}`, resolved?.answer ?? '', details].filter((line) => line !== '').join('\n');
      const day = date ?? chronicle.frontMatter.date;
      return { kind: 'note', event: '', anchor: id, tag: null, date: day, time, text: words };
    }),
  );
}

/** Each observation with its facts, narrative, concepts and files. */
function observationParts({ chronicle, notebook }: Session): Part[] {
  return (notebook?.observations ?? []).map((observation): Part => {
    const { id, date, time, type, scope, title, subtitle, facts, narrative, concepts, files } = observation;
    const { origin, refs, rels } = observation;
    const dates = [...refs, ...rels.map(({ date: day, expression }) => `${day} (${expression})`)];
    // Without labels, whose words would be found in every observation.
    const lists = [concepts, files, dates].map((list) => list.join(', '));
    const lines = [title, subtitle, ...facts.map((fact) => fact.text), narrative, ...lists];
    const text = lines.filter((line) => line !== '').join('\n');
    return {
      kind: 'observation',
      event: '',
      anchor: id,
      tag: null,
      date: date ?? chronicle.frontMatter.date,
      time,
      text,
      about: {
        ...{ type, scope, concepts: [...new Set(concepts.map(normalConcept))].filter((concept) => concept !== '') },
        ...(origin !== undefined && { from: systemOf(origin) }),
      },
    };
  });
}

function whole({ chronicle }: Session, kind: RecordKind, anchor: string, text: string): Part {
  return { kind, event: '', anchor, tag: null, date: chronicle.frontMatter.date, time: null, text };
}

function timed(kind: RecordKind, anchor: string, at: string, offset: string | undefined, text: string): Part {
  return { kind, event: '', anchor, tag: null, ...momentOf(at, offset), text };
}

/**
 * Branch, task, the first prompt of an imported session, titles that no other record has, and edited files. A title from
 * the chronicle, a commit or a prompt is in another record.
 */
function sessionText({ chronicle, facts: head }: Session, facts: Facts | null): string {
  const { branch, task } = chronicle.frontMatter;
  const { custom = '', plan = '', pullRequest = '', host = '' } = head?.titles ?? {};
  const paths = (facts?.files ?? []).slice(0, MOST_FILES).map(({ path }) => path);
  const lines = [branch, task, firstPrompt(chronicle), custom, plan, pullRequest, host, ...paths];
  return [...new Set(lines.filter((line) => line !== ''))].join('\n');
}
