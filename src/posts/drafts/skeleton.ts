/**
 * The skeleton of a draft: what a session's events and facts can say, as a text to write on. Where the story has a hole, a
 * comment asks for what is missing. What the person typed is quoted once, at the beginning; later prompts are comments.
 *
 *     ## From keeping the first mark of a day to keeping the last
 *
 *     {/* You said: Who asks for the first mark of a day? *\/}
 *
 *     The question is "how full was it in the evening".
 *
 *     Commit [`1be7a95`](https://github.com/robin/tidemark/commit/1be7a95): Keep the last mark of a day.
 */

import type { Session } from '#src/format/session.ts';
import type { Facts } from '#src/transcript/facts.ts';
import { writtenDetails } from '#src/format/event-source.ts';
import { commitAddress } from '#src/lib/repository.ts';
import type { Block, Inline } from '#src/lib/text/blocks.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import { readInline, readMarkdown } from '#src/lib/text/markdown.ts';
import { writeComment, writeComponent, writeMarkdown } from '#src/lib/text/write-markdown.ts';
import { type Beat, beatsOf } from '../narrative/beats.ts';
import { commitOf, type DraftMaterial, diffOf, failureBefore, promptIndexOf } from './draft-material.ts';
import { firstSentences, headed, sentence } from './headline.ts';
import { commentsOnBeat, MISSING } from './missing-words.ts';
import { figuresOf } from './session-figures.ts';

/** The longest quotations, in characters. */
const LONGEST = { prompt: 280, comment: 200, outcome: 600 };

/** The skeleton of a session, with headings of this level. Each part ends in a newline. */
export function skeletonParts(session: Session, { facts, repository }: DraftMaterial, level: number): string[] {
  return new Skeleton(session, facts, repository, level).parts();
}

class Skeleton {
  readonly #session: Session;
  readonly #facts: Facts | null;
  readonly #repository: string | null;
  readonly #level: number;
  readonly #beats: Beat[];
  #lastPrompt: number | null = 0;

  constructor(session: Session, facts: Facts | null, repository: string | null, level: number) {
    this.#session = session;
    this.#facts = facts;
    this.#repository = repository;
    this.#level = level;
    this.#beats = beatsOf(session.chronicle.events);
  }

  parts(): string[] {
    const parts = [...this.#beginning(), ...this.#beats.flatMap((beat) => this.#beat(beat)), ...this.#end()];
    return parts.filter((part) => part !== '');
  }

  #beginning(): string[] {
    const { kind, lead } = this.#session.chronicle.summary;
    const hasLead = kind !== 'machine' && lead.trim() !== '';
    const [first] = this.#facts?.prompts ?? [];
    const request = first ? firstSentences(first.text, LONGEST.prompt) : '';
    return [
      ...(hasLead ? [writeMarkdown(readMarkdown(lead))] : [comment(MISSING.lead)]),
      ...(request === '' ? [] : [writeMarkdown([paragraph('It began with a request:'), quotation(request)])]),
    ];
  }

  #beat(beat: Beat): string[] {
    const { event } = beat;
    const isCorrection = event.tag === 'USER-CORRECTION';
    const body = [...told(beat), ...this.#proof(beat)];
    const proof = { isEnded: this.#commit(beat) !== null, isBare: body.length === 0 };
    return [
      writeMarkdown([
        {
          kind: 'heading',
          level: this.#level,
          children: [text(headed({ ...event, text: whole(event).text }).heading)],
        },
      ]),
      ...this.#prompt(beat),
      ...(isCorrection
        ? [`${writeComponent({ name: 'Event', event: `${this.#session.id}#${event.id}` })}\n`]
        : [writeMarkdown(body)]),
      ...commentsOnBeat(beat, this.#beats, proof).map(comment),
    ];
  }

  /** The prompt that led to the beat, unless the beat before has it already. */
  #prompt({ event }: Beat): string[] {
    const index = this.#facts && promptIndexOf(event, this.#session, this.#facts);
    const typed = index === null ? undefined : this.#facts?.prompts[index];
    if (!typed || index === this.#lastPrompt || typed.text === '') return [];
    this.#lastPrompt = index;
    // The correction itself quotes it.
    if (event.tag === 'USER-CORRECTION') return [];
    return [comment(`You said: ${clip(oneLine(typed.text), LONGEST.comment)}`)];
  }

  /** What proves the beat: what failed, the lines that were changed, the commit. */
  #proof(beat: Beat): Block[] {
    if (!this.#facts) return [];
    const { event, role } = beat;
    const failure =
      role === 'trouble' && event.tag === 'ERROR' ? failureBefore(event, this.#session, this.#facts) : null;
    const diff = role === 'trouble' || role === 'turn' ? diffOf(event, this.#facts) : null;
    return [
      ...(failure ? [code('', `$ ${oneLine(failure.command)}\n${failure.line}`)] : []),
      ...(diff ? [paragraph('In ', { kind: 'code', text: diff.path }, ':'), code('diff', diff.lines)] : []),
      ...this.#commitLine(beat),
    ];
  }

  #commit({ event }: Beat): Facts['commits'][number] | null {
    return this.#facts && commitOf(event, this.#facts);
  }

  #commitLine(beat: Beat): Block[] {
    const commit = this.#commit(beat);
    if (!commit) return [];
    const { hash, subject } = commit;
    const name: Inline = { kind: 'code', text: hash.slice(0, 7) };
    const link: Inline =
      this.#repository === null
        ? name
        : { kind: 'link', href: commitAddress(this.#repository, hash), children: [name] };
    const isSaid = oneLine(beat.event.text).startsWith(oneLine(subject));
    return [paragraph('Commit ', link, ...(isSaid ? ['.'] : [': ', ...readInline(sentence(subject))]))];
  }

  #end(): string[] {
    const outcome = this.#facts?.outcome?.text ?? '';
    const last = this.#facts?.lastAnswer?.text ?? '';
    const figures = this.#facts ? figuresOf(this.#facts) : '';
    const hasRole = (role: Beat['role']) => this.#beats.some((beat) => beat.role === role);
    const said = [
      ...(outcome === '' ? [] : firstBlocks(readMarkdown(outcome), LONGEST.outcome)),
      ...(figures === '' ? [] : [paragraph(figures)]),
      ...this.#pullRequest(),
    ];
    return [
      ...(said.length === 0
        ? []
        : [writeMarkdown([{ kind: 'heading', level: this.#level, children: [text('How it ended')] }, ...said])]),
      ...(outcome === '' ? [] : [comment(MISSING.ownWords)]),
      ...(last === '' ? [] : [comment(`The session's last message was: ${clip(oneLine(last), LONGEST.comment)}`)]),
      ...(hasRole('trouble') || hasRole('turn') || hasRole('fall') ? [] : [comment(MISSING.trouble)]),
      ...(hasRole('lesson') ? [] : [comment(MISSING.lesson)]),
    ];
  }

  #pullRequest(): Block[] {
    const last = this.#facts?.pullRequests.at(-1);
    if (!last || this.#repository === null || !last.url.startsWith(`${this.#repository}/`)) return [];
    const name = last.number === null ? 'a pull request' : `pull request #${last.number}`;
    return [paragraph('All of it is in ', { kind: 'link', href: last.url, children: [text(name)] }, '.')];
  }
}

/** What the event says besides its heading. */
function told({ event }: Beat): Block[] {
  const { text: line, details } = whole(event);
  const { body } = headed({ ...event, text: line });
  const said: Block[] = body === '' ? [] : [{ kind: 'paragraph', children: readInline(body) }];
  return [...said, ...readMarkdown(details).map(withoutHeading)];
}

/** An event's line and details. A recorded line that was cut has the whole sentence as its first detail. */
function whole(event: Beat['event']): { text: string; details: string } {
  const details = writtenDetails(event);
  const [first = '', ...others] = details.split('\n');
  const isCut = event.text.endsWith('…') && first.startsWith(event.text.slice(0, -1));
  return isCut ? { text: first, details: others.join('\n') } : { text: event.text, details };
}

/** A heading of an event or an answer would break the outline of the draft. */
function withoutHeading(block: Block): Block {
  return block.kind === 'heading'
    ? { kind: 'paragraph', children: [{ kind: 'strong', children: block.children }] }
    : block;
}

/** The first blocks of a text that fit, at least one. */
function firstBlocks(blocks: readonly Block[], longest: number): Block[] {
  let length = 0;
  return blocks
    .filter((block, index) => {
      length += JSON.stringify(block).length;
      return index === 0 || length <= longest * 1.5;
    })
    .map(withoutHeading);
}

function comment(words: string): string {
  return `${writeComment(words)}\n`;
}

function quotation(words: string): Block {
  return { kind: 'quote', children: [{ kind: 'paragraph', children: readInline(words) }] };
}

function paragraph(...children: (string | Inline)[]): Block {
  return { kind: 'paragraph', children: children.map((each) => (typeof each === 'string' ? text(each) : each)) };
}

function code(language: string, words: string): Block {
  return { kind: 'code', language, text: words };
}

function text(words: string): Inline {
  return { kind: 'text', text: words };
}
