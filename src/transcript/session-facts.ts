/**
 * Collects the facts of one session from its messages. Which messages count, and under which prompt, `reduce.ts` decides.
 * Each list has a limit, and its texts are cut a little above theirs, until secrets are removed.
 */

import { FACTS_VERSION, type FactsTitles } from '#src/format/facts-head.ts';
import { Ending, HOSTS_MODEL, Usage } from './answers.ts';
import { commandOf, EDITS, isDenied, isRefusal } from './calls.ts';
import { ChangedFiles, type Places } from './changed-files.ts';
import { beginning, beginningLines } from './clean-line.ts';
import { Commands } from './commands.ts';
import { CommitList } from './commit-list.ts';
import { acceptedPlan, answeredQuestions, planHeading, planInPrompt } from './dialogs.ts';
import { type FactsBody, type HarvestedFacts, LONGEST } from './facts.ts';
import { type Done, type Moment, SLACK, timeText, type When } from './moments.ts';
import { pullRequestAt, pullRequestOf } from './pull-requests.ts';
import { type AnswerNotes, type HostRecord, type ToolCall, type TranscriptRecord, wordOf } from './records.ts';
import { MOST_PROMPTS } from './session-prompts.ts';
import { titlesIn } from './titles.ts';
import { ToldAtStart } from './told-at-start.ts';
import { activeMinutes, workMinutes } from './work-time.ts';

/** Tools that read files. */
const READS = /^(?:Read|NotebookRead|Grep|Glob|LS)$/;
const MOST = {
  branches: 50,
  subagents: 300,
  plans: 30,
  questions: 300,
  summaries: 200,
  requests: 100,
  compactions: 50,
};
const LONGEST_BRANCH = 250;
const LONGEST_TYPE = 100;
const LINE = LONGEST.line + SLACK;
const TITLE = LONGEST.title + SLACK;

interface FactsOptions {
  /** Claude Code's directory of projects. */
  projects: string;
  /** The root of the session's project; empty if unknown. */
  project?: string;
  /** The address of the checkout's remote; empty without one. */
  remote?: string;
}

/** The facts of one session. */
export class SessionFacts {
  readonly #remote: string;
  readonly #project: string;
  readonly #prompts: FactsBody['prompts'] = [];
  /** The times of prompts and messages, in milliseconds. */
  readonly #promptTimes: number[] = [];
  readonly #times: number[] = [];
  readonly #branches = new Set<string>();
  readonly #usage = new Usage();
  readonly #subagentUsage = new Usage();
  readonly #files: ChangedFiles;
  readonly #commits = new CommitList();
  readonly #commands = new Commands();
  readonly #ending = new Ending();
  readonly #subagents: FactsBody['subagents'] = [];
  readonly #plans: FactsBody['plans'] = [];
  readonly #questions: FactsBody['questions'] = [];
  readonly #pullRequests = new Map<string, FactsBody['pullRequests'][number]>();
  readonly #compactions: FactsBody['compactions'] = [];
  #compacting: FactsBody['compactions'][number]['trigger'];
  readonly #told = new ToldAtStart();
  /** Titles that the person and the host gave, and summaries by the record that they end in. */
  #customTitle = '';
  #hostTitle = '';
  readonly #summaries = new Map<string, string>();
  #start: string | null = null;
  #cwd = '';

  constructor({ projects, project = '', remote = '' }: FactsOptions) {
    this.#project = project;
    this.#files = new ChangedFiles(projects);
    this.#remote = remote;
  }

  /** The latest prompt that was not after this time; null if there is none. */
  promptAt(time: number): number | null {
    const index = this.#promptTimes.findLastIndex((at) => at <= time);
    return index === -1 ? null : index;
  }

  /** The next prompt. One that `isAgain` replaces the last; one that the agent read in mid-turn begins no turn. */
  prompt(
    text: string,
    { id: record, at, prompt }: Moment,
    { isQueued, isTurn, isAgain }: { isQueued: boolean; isTurn: boolean; isAgain: boolean },
  ): void {
    if (isAgain && this.#prompts.length === (prompt ?? 0) + 1) {
      this.#prompts.pop();
      this.#promptTimes.pop();
    }
    this.#times.push(at);
    if (this.#prompts.length < MOST_PROMPTS) {
      this.#promptTimes.push(at);
      this.#prompts.push({
        at: timeText(at),
        text: beginningLines(text, LONGEST.prompt + SLACK),
        record,
        ...(isQueued ? { isQueued } : {}),
        did: { reads: 0, edits: 0, commands: 0, tests: 0, failedTests: 0 },
      });
    }
    if (isTurn) this.#ending.prompt();
    this.#commands.prompt();
    const plan = planInPrompt(text);
    if (plan !== null) this.#plan(plan, { at, prompt });
  }

  /** Forgets the prompts so far: they are none of a person. */
  clearPrompts(): void {
    this.#prompts.length = 0;
    this.#promptTimes.length = 0;
  }

  /** Any message of the session, in `cwd`. `at` is its corrected time. */
  message(record: TranscriptRecord, at: number, cwd: string): void {
    this.#cwd = cwd;
    this.#start ??= record.cwd;
    if (record.isSummary) this.#compacted(record.texts, at);
    if (record.isHosts) return;
    if (record.branch !== null && this.#branches.size < MOST.branches)
      this.#branches.add(beginning(record.branch, LONGEST_BRANCH));
    this.#times.push(at);
  }

  /** A note of the host. What a copied one says about the conversation does not count. `at` is the time of the last message. */
  note(note: HostRecord, isCopy: boolean, at: number | null): void {
    if (note.kind === 'custom-title') this.#customTitle = note.title;
    else if (note.kind === 'ai-title') this.#hostTitle = note.title || this.#hostTitle;
    else if (note.kind === 'summary') {
      if (note.leaf !== '' && this.#summaries.size < MOST.summaries)
        this.#summaries.set(note.leaf, beginning(note.title));
    } else if (isCopy) return;
    else if (note.kind === 'start') this.#told.start(note.contexts);
    else if (note.kind === 'compaction') this.#compacting = note.trigger;
    else if (note.kind === 'pr' && (note.at !== null || at !== null))
      this.#pullRequest(note.url, '', { at: note.at ?? at ?? 0, prompt: this.promptAt(Number.POSITIVE_INFINITY) });
  }

  /** The person stopped the agent. */
  interrupt(): void {
    this.#ending.interrupt();
  }

  /** A message of the model. */
  answer({ texts, calls, answer }: TranscriptRecord, at: number): void {
    if (answer === null) return;
    this.#usage.add(answer);
    if (answer.model !== HOSTS_MODEL) this.#ending.answer(answer, texts, calls.length > 0, at);
  }

  /** A message of a subagent. Some begin with a copy of the session. */
  subagentAnswer(answer: AnswerNotes): void {
    if (!this.#usage.has(answer.id)) this.#subagentUsage.add(answer);
  }

  /** A call, whatever becomes of it. */
  call({ name, input }: ToolCall, { at, prompt }: When): void {
    if (!/^(?:Task|Agent)$/.test(name) || this.#subagents.length >= MOST.subagents) return;
    const description = beginning(wordOf(input.description) ?? wordOf(input.prompt) ?? '', LINE);
    const type = beginning(wordOf(input.subagent_type) ?? 'general-purpose', LONGEST_TYPE);
    this.#subagents.push({ type, description, at: timeText(at), prompt });
  }

  /** The result of a call. */
  result(done: Done, moment: Moment): void {
    const { call, result } = done;
    this.#dialog(done, moment);
    if (isRefusal(result) || isDenied(result)) return;
    if (READS.test(call.name)) {
      if (!result.isError) this.#files.read(call, this.#places);
      this.#did('reads', moment);
    } else if (commandOf(call) !== '') {
      const { isTest, isFailed } = this.#commands.add(call, result, moment);
      this.#told.command(commandOf(call));
      this.#did(isTest ? 'tests' : 'commands', moment);
      const did = isTest && isFailed ? this.#prompts[moment.prompt ?? -1]?.did : undefined;
      if (did) did.failedTests++;
      const { url, title } = pullRequestOf(call, result);
      this.#pullRequest(url, title, moment);
    }
    if (this.#changes(done, moment, this.#places)) this.#did('edits', moment);
  }

  /** The result of a subagent's call: only files and commits count. */
  subagentResult(done: Done, moment: Moment, cwd: string): void {
    if (!isRefusal(done.result) && !isDenied(done.result)) this.#changes(done, moment, { ...this.#places, cwd });
  }

  /** Commits that were made in a shell. */
  committed(commits: Done['commits'], moment: Moment): void {
    this.#commits.add(commits, moment);
  }

  /** Files and commits. Whether a file was edited with a tool for that. */
  #changes({ call, result, commits }: Done, moment: Moment, places: Places): boolean {
    if (EDITS.test(call.name)) return !result.isError && this.#files.edit(call, result, moment.prompt, places);
    if (commandOf(call) !== '') {
      this.#files.changedByCommand(result, moment.prompt, places);
      this.committed(commits, moment);
    }
    return false;
  }

  /** Plans and questions, and what the person said to them. */
  #dialog({ call, result }: Done, moment: Moment): void {
    const plan = acceptedPlan(call, result);
    if (plan !== null) this.#plan(plan, moment);
    for (const { question, answer } of answeredQuestions(call, result))
      if (this.#questions.length < MOST.questions)
        this.#questions.push({
          question: beginning(question, LINE),
          answer: beginning(answer, LINE),
          at: timeText(moment.at),
          prompt: moment.prompt,
        });
  }

  /** A plan that the person accepted. The same text twice is one plan. */
  #plan(plan: string, { at, prompt }: When): void {
    const text = beginningLines(plan, LONGEST.plan + SLACK);
    if (text === '' || this.#plans.length >= MOST.plans || this.#plans.some((known) => known.text === text)) return;
    this.#plans.push({ heading: beginning(planHeading(text), TITLE), text, at: timeText(at), prompt });
  }

  #pullRequest(address: string, title: string, { at, prompt }: When): void {
    const found = pullRequestAt(address);
    if (found === null) return;
    const known = this.#pullRequests.get(found.url);
    if (known?.title === '' && title !== '') known.title = beginning(title, TITLE);
    if (known || this.#pullRequests.size >= MOST.requests) return;
    this.#pullRequests.set(found.url, { ...found, title: beginning(title, TITLE), at: timeText(at), prompt });
  }

  /** The record with a compaction's summary. */
  #compacted(texts: readonly string[], at: number): void {
    const summary = beginningLines(summaryOf(texts.join('\n')), LONGEST.summary + SLACK);
    const trigger = this.#compacting;
    if (summary !== '') this.#compactions.push({ summary, at: timeText(at), ...(trigger && { trigger }) });
    if (this.#compactions.length > MOST.compactions) this.#compactions.shift();
    this.#compacting = undefined;
  }

  #did(kind: 'reads' | 'edits' | 'commands' | 'tests', { prompt }: Pick<When, 'prompt'>): void {
    const did = this.#prompts[prompt ?? -1]?.did;
    if (did) did[kind]++;
  }

  get #places(): Places {
    return { project: this.#project, start: this.#start ?? '', cwd: this.#cwd };
  }

  /**
   * Ends collecting. `hasRead` tells whether a record is in the session's transcripts. `finalHash` is the hash that the facts
   * have for a commit which was amended or squashed; the same hash for any other.
   */
  end(id: string, hasRead: (record: string) => boolean) {
    const { files, ...read } = this.#files.end();
    const { models, tokens } = this.#usage.end();
    const subagents = this.#subagentUsage.end();
    const { ending, ...answers } = this.#ending.end();
    const times = this.#times.sort((a, b) => a - b);
    const [from, to] = [times[0] ?? null, times.at(-1) ?? null];
    const body = {
      prompts: this.#prompts,
      branches: [...this.#branches].filter((name) => name !== ''),
      models,
      tokens,
      ...(subagents.models.length > 0 && { subagentTokens: subagents.tokens }),
      files,
      ...read,
      commits: this.#commits.end(),
      pullRequests: [...this.#pullRequests.values()],
      ...this.#commands.end(),
      subagents: this.#subagents,
      plans: this.#plans,
      questions: this.#questions,
      compactions: this.#compactions,
      ...answers,
      work: workMinutes(times),
    };
    const sum = (key: 'added' | 'removed') => files.reduce((all, file) => all + file[key], 0);
    const head: HarvestedFacts['head'] = {
      version: FACTS_VERSION,
      session_id: id,
      from: from === null ? null : timeText(from),
      to: to === null ? null : timeText(to),
      activeMinutes: activeMinutes(times),
      prompts: body.prompts.length,
      edits: { files: files.length, added: sum('added'), removed: sum('removed') },
      commits: body.commits.length,
      tests: this.#commands.runs,
      tokens: tokens.input + tokens.output + tokens.cacheWrite,
      model: models[0]?.name ?? null,
      titles: this.#titles(hasRead, body),
      ending,
      ...this.#told.end(),
      ...(this.#remote !== '' && { remote: this.#remote }),
    };
    return { facts: { head, ...body }, finalHash: (hash: string) => this.#commits.finalHash(hash) };
  }

  /** The titles by source. A summary counts if the record that it ends in is in this transcript. */
  #titles(hasRead: (record: string) => boolean, body: Parameters<typeof titlesIn>[0]): FactsTitles {
    const summary = [...this.#summaries].findLast(([leaf]) => hasRead(leaf))?.[1] ?? '';
    const titles = { custom: this.#customTitle, host: this.#hostTitle || summary, ...titlesIn(body) };
    return Object.fromEntries(
      Object.entries(titles).flatMap(([source, title]) => {
        const line = beginning(title, TITLE);
        return line === '' ? [] : [[source, line]];
      }),
    );
  }
}

/** The words of the host around a summary, in all versions. */
const BEFORE = /^This session is being continued from a previous conversation[^\n]*\n/;
const AFTER = [
  '\nIf you need specific details from before compaction',
  '\nPlease continue the conversation from where we left',
  '\nContinue the conversation from where it left off',
];
/** The first of these is the summary's own beginning. */
const STARTS = ['<summary>', 'Summary:\n'];

/** How much of a text is read, in characters. What the model thought before the summary is usually shorter than it. */
const READ_SUMMARY = 100_000;

/** A compaction's summary, without the words of the host around it and what the model thought before it. */
function summaryOf(whole: string): string {
  const text = whole.slice(0, READ_SUMMARY);
  const ends = AFTER.map((words) => text.lastIndexOf(words)).filter((at) => at !== -1);
  const said = text.slice(0, ends.length === 0 ? undefined : Math.min(...ends)).replace(BEFORE, '');
  const starts = STARTS.map((word) => said.indexOf(word) + word.length).filter(
    (at, index) => at >= (STARTS[index]?.length ?? 0),
  );
  const begun = starts.length === 0 ? said : said.slice(Math.min(...starts));
  return begun
    .trim()
    .replace(/<\/summary>$/, '')
    .trimEnd();
}
