/**
 * What a person keeps telling the agent: the same request in several sessions of a project, found without a model.
 *
 *     toldIn       what one session's prompts say, in a form that can be compared; it is kept for each session
 *     requestsOf   the requests of a project's sessions that come back
 *
 * The limits were measured on 464 real sessions and on the labelled people of tests/fixtures/people (`npm run bench -- requests`).
 */
import { isGoAhead } from '#src/transcript/prompts.ts';
import { compare } from '#src/lib/compare.ts';
import { shortHash } from '#src/lib/hash.ts';
import { clausesOf, englishWords, isBareAct, isRequest, isUnspaced, likeness, plainWords, stemsOf } from './wording.ts';
import { planInPrompt } from '#src/transcript/dialogs.ts';
import { fencedLines } from '#src/lib/fenced-lines.ts';

/** A project with fewer sessions shows no habit; neither does a request of fewer sessions or days. */
export const LEAST = { sessions: 8, ofRequest: 4, days: 3 };
/** An act such as "commit" is said so often that it is worth a word only from this share of the sessions on. */
const ACT = { share: 0.25, sessions: 5 };
/** From this share of common words on, two wordings ask for the same. */
const ALIKE = 0.66;
/** Longer sentences tell a story. */
const MOST_STEMS = 9;
/** Prompts of a session that are read, and what of them is linked. */
const MOST_PROMPTS = 400;
const LINKED = 3;
/** A project whose sentences have this share of English words is written in English. */
const ENGLISH_SHARE = 0.08;

/** One thing that a prompt asks for. */
interface Said {
  text: string;
  stems: readonly string[];
  /** The index of its prompt. */
  prompt: number;
  /** Whether it is a clause that begins with an English verb, and a whole sentence. */
  asks: boolean;
  isWhole: boolean;
}

/** What the prompts of a session say. */
export interface Told {
  said: readonly Said[];
  english: number;
  words: number;
}

/** A session of a project, with what is known of its prompts. */
export interface ToldSession {
  id: string;
  /** `2026-03-24` */
  day: string;
  told: Told;
}

/** A prompt that makes a request. */
export interface RequestPrompt {
  sessionId: string;
  day: string;
  /** Its index in the session's facts. */
  prompt: number;
  text: string;
}

/** A request that comes back. Its words are a person's: untrusted, on one line, with recognised secrets replaced. */
export interface Request {
  /** `r-3f6c2a`; the same as long as it is worded alike. */
  id: string;
  words: string;
  /** Whether it is several requests that are made together, which a slash command could make. */
  isChain: boolean;
  sessionIds: readonly string[];
  days: readonly string[];
  /** Of the newest sessions, worded differently if possible; newest first. */
  prompts: readonly RequestPrompt[];
}

/** What the prompts of a session say. Go-aheads, commands and what was pasted say nothing. */
export function toldIn(prompts: readonly { text: string }[]): Told {
  const told = { said: [] as Said[], english: 0, words: 0 };
  for (const [prompt, { text }] of prompts.slice(0, MOST_PROMPTS).entries()) {
    for (const sentence of ownSentences(text)) {
      const { english, words } = englishWords(sentence);
      told.english += english;
      told.words += words;
      const clauses = clausesOf(sentence);
      const whole = plainWords(sentence);
      const add = (text: string, asks: boolean, isWhole: boolean) => {
        const stems = stemsOf(text);
        const most = isUnspaced(text) ? 3 * MOST_STEMS : MOST_STEMS;
        const isUseful = stems.length > 1 ? stems.length <= most : isBareAct(stems);
        if (isUseful && !isGoAhead(text)) told.said.push({ text, stems, prompt, asks, isWhole });
      };
      if (clauses.length > 1) for (const clause of clauses) if (isRequest(clause)) add(clause, true, false);
      add(whole, clauses.length === 1 && isRequest(whole), true);
    }
  }
  return told;
}

/** The requests that come back in these sessions of one project, those of most sessions first. */
export function requestsOf(sessions: readonly ToldSession[], most: number): Request[] {
  if (sessions.length < LEAST.sessions) return [];
  const isEnglish = isInEnglish(sessions);
  const groups = groupsOf(sessions, isEnglish).filter(isRepeated);
  const chains = isEnglish ? chainsOf(sessions, groups) : [];
  const covered = new Set(chains.flatMap(({ parts }) => parts));
  const isWorthIt = ({ stems, sessionIds }: Group) =>
    !isBareAct([...stems]) || sessionIds.size >= Math.max(ACT.sessions, ACT.share * sessions.length);
  return [...chains.map(({ group }) => group), ...groups.filter((group) => !covered.has(group) && isWorthIt(group))]
    .map((group) => requestOf(group))
    .sort((a, b) => b.sessionIds.length - a.sessionIds.length || b.days.length - a.days.length || compare(a.id, b.id))
    .slice(0, most);
}

/** Wordings of one request. */
interface Group {
  stems: ReadonlySet<string>;
  said: RequestPrompt[];
  sessionIds: Set<string>;
  days: Set<string>;
  isChain: boolean;
}

function isInEnglish(sessions: readonly ToldSession[]): boolean {
  const sum = (key: 'english' | 'words') => sessions.reduce((total, { told }) => total + told[key], 0);
  return sum('english') >= ENGLISH_SHARE * sum('words');
}

/** Puts wordings together: those of most sessions first, each into the first group that it is like. */
function groupsOf(sessions: readonly ToldSession[], isEnglish: boolean): Group[] {
  const forms = new Map<string, Group>();
  for (const { id, day, told } of sessions)
    for (const { text, stems, prompt, asks, isWhole } of told.said) {
      if (isEnglish ? !asks && !(isWhole && /[^\x00-\x7f]/.test(text) && !/['’–—…“”]/.test(text)) : !isWhole) continue;
      const key = [...stems].sort().join(' ');
      const form = forms.get(key) ?? newGroup(stems);
      forms.set(key, form);
      add(form, { sessionId: id, day, prompt, text });
    }
  const groups: Group[] = [];
  const byWord = new Map<string, Group[]>();
  const ordered = [...forms].sort(
    ([a, one], [b, other]) =>
      other.sessionIds.size - one.sessionIds.size || one.stems.size - other.stems.size || compare(a, b),
  );
  for (const [, form] of ordered) {
    const near = new Set([...form.stems].flatMap((word) => byWord.get(word) ?? []));
    const like = [...near].find((group) => likeness(group.stems, form.stems) >= ALIKE);
    if (like) for (const said of form.said) add(like, said);
    else {
      groups.push(form);
      for (const word of form.stems) byWord.set(word, [...(byWord.get(word) ?? []), form]);
    }
  }
  return groups;
}

/** Requests that are made in one prompt again and again, and the groups that they are made of. */
function chainsOf(sessions: readonly ToldSession[], groups: readonly Group[]): { group: Group; parts: Group[] }[] {
  const inPrompt = new Map<string, Set<Group>>();
  for (const group of groups)
    for (const { sessionId, prompt } of group.said) {
      const key = `${sessionId} ${prompt}`;
      inPrompt.set(key, (inPrompt.get(key) ?? new Set()).add(group));
    }
  const together = (a: Group, b: Group) => {
    const both = a.said.filter(({ sessionId, prompt }) => inPrompt.get(`${sessionId} ${prompt}`)?.has(b));
    const shared = new Set(both.map(({ sessionId }) => sessionId));
    const days = new Set(both.map(({ day }) => day));
    const isOften = shared.size * 2 >= Math.min(a.sessionIds.size, b.sessionIds.size);
    return shared.size >= LEAST.ofRequest && days.size >= LEAST.days && isOften;
  };
  const left = new Set(groups);
  const chains: { group: Group; parts: Group[] }[] = [];
  for (const first of groups) {
    if (!left.delete(first)) continue;
    const parts = [first];
    for (const part of parts)
      for (const other of left)
        if (together(part, other)) {
          parts.push(other);
          left.delete(other);
        }
    if (parts.length > 1) chains.push(chainOf(sessions, parts));
  }
  return chains;
}

function chainOf(sessions: readonly ToldSession[], parts: readonly Group[]): { group: Group; parts: Group[] } {
  const group = newGroup(parts.flatMap(({ stems }) => [...stems]));
  group.isChain = true;
  const madeIn = (sessionId: string, prompt: number) =>
    parts.filter(({ said }) => said.some((each) => each.sessionId === sessionId && each.prompt === prompt)).length;
  for (const { id, day, told } of sessions) {
    for (const [prompt, said] of Map.groupBy(told.said, (each) => each.prompt)) {
      const sentences = said
        .filter(({ isWhole }) => isWhole)
        .map(({ text, stems }) => ({ text, stems, likeness: likeness(group.stems, new Set(stems)) }))
        .sort((a, b) => b.likeness - a.likeness);
      const [best] = sentences;
      if (!best) continue;
      const touched = parts.filter((part) => best.stems.some((word) => part.stems.has(word))).length;
      if ((touched > 1 && best.likeness >= ALIKE) || madeIn(id, prompt) > 1)
        add(group, { sessionId: id, day, prompt, text: best.text });
    }
  }
  // A part that is mostly asked for by itself stays a request of its own.
  const isCovered = (part: Group) =>
    isBareAct([...part.stems]) ||
    [...part.sessionIds].filter((id) => group.sessionIds.has(id)).length * 2 >= part.sessionIds.size;
  return { group, parts: parts.filter(isCovered) };
}

function newGroup(stems: readonly string[]): Group {
  return { stems: new Set(stems), said: [], sessionIds: new Set(), days: new Set(), isChain: false };
}

function add(group: Group, said: Group['said'][number]): void {
  group.said.push(said);
  group.sessionIds.add(said.sessionId);
  group.days.add(said.day);
}

function isRepeated({ sessionIds, days }: Group): boolean {
  return sessionIds.size >= LEAST.ofRequest && days.size >= LEAST.days;
}

function requestOf({ stems, said, sessionIds, days, isChain }: Group): Request {
  const key = [...stems].sort().join(' ');
  return {
    id: `r-${shortHash(key).toString(16).padStart(6, '0').slice(-6)}`,
    words: wordsOf(said, stems),
    isChain,
    sessionIds: [...sessionIds],
    days: [...days].sort(),
    prompts: linked(said),
  };
}

/** The wording that stands for all: the likest one, of these the most frequent and the shortest. */
function wordsOf(said: Group['said'], stems: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const { text } of said) counts.set(text, (counts.get(text) ?? 0) + 1);
  const like = (text: string) => likeness(new Set(stemsOf(text)), stems);
  const [[words = ''] = []] = [...counts].sort(
    ([a, one], [b, other]) => like(b) - like(a) || other - one || a.length - b.length || compare(a, b),
  );
  return words;
}

/** One of each of the newest sessions, those that are worded differently first. */
function linked(said: Group['said']): RequestPrompt[] {
  const bySession = new Map(said.toSorted((a, b) => compare(a.day, b.day)).map((each) => [each.sessionId, each]));
  const newest = [...bySession.values()].toReversed();
  const wordings = new Map(newest.toReversed().map((each) => [each.text.toLowerCase(), each]));
  const chosen = [...new Set([...newest.filter((each) => wordings.get(each.text.toLowerCase()) === each), ...newest])];
  return chosen
    .slice(0, LINKED)
    .map(({ sessionId, day, prompt, text }) => ({ sessionId, day, prompt, text }))
    .sort((a, b) => compare(b.day, a.day));
}

/**
 * What of a prompt a person wrote with their own hands: no pasted mail, log, diff or code, no plan, no command. A prompt is
 * often two lines of the person's around fifty lines of somebody else's, so that of a long one only its ends count.
 */

/** A person's text of more lines than these has pasted lines in it. */
const MOST_LINES = 3;
/** A request is short. What is longer tells a story, and is only read once. */
const LONGEST_LINE = 600;
const LONGEST_SENTENCE = 120;

/** Lines that nobody types: times, quotes, lists, tables, diffs, paths, prompts of a shell, frames of a stack. */
const PASTED =
  /^\s*(?:\[?\d{1,4}[-:/.]\d{1,2}[-:/. T]|[-*•>|+$%{}[\]<(]|@@|#{1,6}\s|\d{1,3}[.)]\s|at \S+ ?\(|[\w.-]*\/[\w./-]+(?::\d+|\s*$)|[A-Z_]{3,}[ :=]|Traceback|\S+(?:Error|Exception)\b)|[;{}]\s*$/u;
/** A field, as in the head of a mail or in a form. A person who writes one line may begin it so. */
const FIELD = /^\s*\p{L}[\p{L}\p{N} ._-]{0,24}:(?:\s|$)|:\s*$/u;

const ENDS = /(?<=[.!?…])["')\]]*\s+|(?<=[。！？])/u;

/** The sentences of a prompt that are its author's own. */
export function ownSentences(prompt: string): string[] {
  if (prompt.startsWith('/') || planInPrompt(prompt) !== null) return [];
  return ownLines(prompt)
    .flatMap((line) => line.replace(/`[^`]*`|https?:\S+/g, ' _ ').split(ENDS))
    .map((sentence) => sentence.replace(/[\s.!?…。！？"')\]]+$/u, '').trim())
    .filter((sentence) => sentence !== '' && sentence.length <= LONGEST_SENTENCE);
}

function ownLines(prompt: string): string[] {
  const all = prompt.split('\n');
  const code = fencedLines(all);
  const lines = all.map((line, at) => (code.has(at) ? '```' : line)).filter((line) => line.trim() !== '');
  const isOwn = (line: string | undefined): line is string =>
    line !== undefined &&
    line.length <= LONGEST_LINE &&
    line !== '```' &&
    !PASTED.test(line) &&
    !(lines.length > 1 && FIELD.test(line));
  const [first] = lines;
  if (lines.length <= MOST_LINES && lines.every(isOwn)) return lines;
  // Whoever pastes something first says little about it, and its last line is somebody else's.
  if (!isOwn(first)) return [];
  const last = lines.at(-1);
  return lines.length > MOST_LINES && isOwn(last) && isProse(last) ? [first, last] : [first];
}

/** Whether a line reads as said, and is not the end of a list of names or figures. */
function isProse(line: string): boolean {
  return (line.match(/[\p{L}]+/gu) ?? []).length >= 3 || /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}/.test(line);
}
