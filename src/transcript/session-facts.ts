/**
 * Collects the facts of one session from its messages, by one collector for each subject. Which messages count, and under
 * which prompt, `reduce.ts` decides.
 */
import { FACTS_VERSION, type FactsBody, type FactsHead, type HarvestedFacts, LONGEST } from './facts.ts';
import { commandOf } from './called.ts';
import { beginning, beginningLines } from './clean-line.ts';
import { isDenied } from './denial.ts';
import { Agreements, planInPrompt } from './agreements.ts';
import { Calls } from './calls.ts';
import { Commands, Repeats, RuleRuns } from './commands.ts';
import { CommitList } from './commit-list.ts';
import { Compactions } from './compactions.ts';
import { Outcome } from './ending.ts';
import { EDITS, Files, type Places } from './files.ts';
import { type Done, type Moment, SLACK, timeText } from './moments.ts';
import { PullRequests } from './pull-requests.ts';
import type { AnswerNotes, HostRecord, ToolCall, TranscriptRecord } from './records.ts';
import { isRefusal } from './refusals.ts';
import { MOST_PROMPTS } from './session-prompts.ts';
import { Titles } from './session-titles.ts';
import { ToldAtStart } from './told-at-start.ts';
import { HOSTS_MODEL, Usage } from './usage.ts';
import { activeMinutes, WorkList } from './work-time.ts';

/** Tools that read files. */
const READS = /^(?:Read|NotebookRead|Grep|Glob|LS)$/;
/** The tools of `chronicle mcp` under the name that its documentation gives the server. */
const MCP_TOOLS = /^mcp__\w*chronicle\w*__(?:recall|read|around)$/;
/** More branches than these are not kept. */
const MOST_BRANCHES = 50;
const LONGEST_BRANCH = 250;

type Prompt = FactsBody['prompts'][number];
type Work = 'reads' | 'edits' | 'commands' | 'tests';

interface FactsOptions {
  projects: string;
  project?: string;
  rules?: ReadonlyMap<string, string>;
  remote?: string;
}

/** What `SessionFacts` knows at the end. */
interface Collected {
  facts: Omit<HarvestedFacts, 'diffs' | 'excerpts' | 'skipped'>;
  /** The hash that the facts have for a commit which was amended or squashed; the same hash for any other. */
  finalHash: (hash: string) => string;
}

/** The facts of one session. */
export class SessionFacts {
  readonly #remote: string;
  readonly #project: string;
  readonly #prompts: Prompt[] = [];
  /** The times of prompts and messages, in milliseconds. */
  readonly #promptTimes: number[] = [];
  readonly #times: number[] = [];
  readonly #branches = new Set<string>();
  readonly #usage = new Usage();
  readonly #subagentUsage = new Usage();
  readonly #files: Files;
  readonly #commits = new CommitList();
  readonly #commands = new Commands();
  readonly #repeats = new Repeats();
  readonly #rules: RuleRuns;
  readonly #calls = new Calls();
  readonly #agreements = new Agreements();
  readonly #outcome = new Outcome();
  readonly #work = new WorkList();
  readonly #titles = new Titles();
  readonly #pullRequests = new PullRequests();
  readonly #told = new ToldAtStart();
  readonly #compactions = new Compactions();
  #recalls = 0;
  #edits = 0;
  #start: string | null = null;
  #cwd = '';

  /** `project` is the root of the session's project, and `projects` Claude Code's directory of projects. */
  constructor({ projects, project = '', rules = new Map(), remote = '' }: FactsOptions) {
    this.#project = project;
    this.#files = new Files(projects);
    this.#rules = new RuleRuns(rules);
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
    if (isTurn) this.#outcome.prompt();
    this.#commands.prompt();
    const plan = planInPrompt(text);
    if (plan !== null) this.#agreements.plan(plan, { at, prompt });
    const [, command] = /^\/([\w:.-]{1,100})(?=\s|$)/.exec(text) ?? [];
    if (command !== undefined) this.#calls.skill(command);
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
    if (record.isSummary) this.#compactions.add(record.texts, at);
    if (record.isHosts) return;
    if (record.branch !== null && this.#branches.size < MOST_BRANCHES)
      this.#branches.add(beginning(record.branch, LONGEST_BRANCH));
    this.#times.push(at);
  }

  /** A note of the host. What a copied one says about the conversation does not count. `at` is the time of the last message. */
  note(note: HostRecord, isCopy: boolean, at: number | null): void {
    if (note.kind === 'custom-title') this.#titles.rename(note.title);
    else if (note.kind === 'ai-title') this.#titles.named(note.title);
    else if (note.kind === 'summary') this.#titles.summary(note.title, note.leaf);
    else if (isCopy) return;
    else if (note.kind === 'start') {
      this.#told.start(note.contexts);
    } else if (note.kind === 'compaction') this.#compactions.begin(note.trigger);
    else if (note.kind === 'pr' && (note.at !== null || at !== null))
      this.#pullRequests.link(note.url, {
        at: note.at ?? at ?? 0,
        prompt: this.#promptTimes.length === 0 ? null : this.#promptTimes.length - 1,
      });
  }

  /** The person stopped the agent. */
  interrupt(): void {
    this.#outcome.interrupt();
  }

  /** A message of the model. */
  answer({ texts, calls, answer }: TranscriptRecord, at: number): void {
    if (answer === null) return;
    this.#usage.add(answer);
    if (answer.model !== HOSTS_MODEL) this.#outcome.answer(answer, texts, calls.length > 0, at);
  }

  /** A message of a subagent. Some begin with a copy of the session. */
  subagentAnswer(answer: AnswerNotes): void {
    if (!this.#usage.has(answer.id)) this.#subagentUsage.add(answer);
  }

  /** A call, whatever becomes of it. */
  call(call: ToolCall, { at, prompt }: Moment): void {
    this.#calls.add(call, { at, prompt });
  }

  /** The result of a call. */
  result(done: Done, moment: Moment): void {
    const { call, result } = done;
    this.#agreements.add(call, result, moment);
    if (isRefusal(result) || isDenied(result)) return;
    if (asksArchive(call)) this.#recalls++;
    if (READS.test(call.name)) {
      if (!result.isError) this.#files.read(call, this.#places);
      this.#did('reads', moment);
    } else if (commandOf(call) !== '') this.#command(done, moment);
    if (this.#changes(done, moment, this.#places)) this.#did('edits', moment);
  }

  /** The result of a subagent's call: only files and commits count. */
  subagentResult(done: Done, moment: Moment, cwd: string): void {
    if (!isRefusal(done.result) && !isDenied(done.result)) this.#changes(done, moment, { ...this.#places, cwd });
  }

  /** Commits that were made in a shell. */
  committed(call: ToolCall, commits: Done['commits'], { id, at, prompt }: Moment): void {
    this.#commits.undone(commandOf(call));
    this.#commits.add(commits, { at, prompt, record: id }, this.#edits);
  }

  #command({ call, result }: Done, moment: Moment): void {
    const { isTest, isFailed } = this.#commands.add(call, result, moment);
    const command = commandOf(call);
    this.#repeats.add(command, isFailed);
    if (!isFailed) this.#rules.passed(command, moment, this.#edits);
    this.#told.command(command);
    this.#did(isTest ? 'tests' : 'commands', moment);
    const did = isTest && isFailed ? this.#prompts[moment.prompt ?? -1]?.did : undefined;
    if (did) did.failedTests++;
    this.#pullRequests.add(call, result, moment);
  }

  /** Files and commits. Whether a file was edited with a tool for that. */
  #changes({ call, result, commits }: Done, moment: Moment, places: Places): boolean {
    if (EDITS.test(call.name)) {
      const isEdit = !result.isError && this.#files.edit(call, result, moment.prompt, places);
      if (isEdit) this.#edits++;
      return isEdit;
    }
    if (commandOf(call) !== '') {
      if (this.#files.changedByCommand(result, moment.prompt, places)) this.#edits++;
      this.committed(call, commits, moment);
    }
    return false;
  }

  #did(kind: Work, { at, prompt }: Moment): void {
    const did = this.#prompts[prompt ?? -1]?.did;
    if (did) did[kind]++;
    this.#work.add(kind, at);
  }

  get #places(): Places {
    return { project: this.#project, start: this.#start ?? '', cwd: this.#cwd };
  }

  /** Ends collecting. `hasRead` tells whether a record is in the session's transcripts. */
  end(id: string, hasRead: (record: string) => boolean): Collected {
    const { files, ...read } = this.#files.end();
    const { models, tokens } = this.#usage.end();
    const subagents = this.#subagentUsage.end();
    const { ending, ...answers } = this.#outcome.end();
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
      pullRequests: this.#pullRequests.end(),
      ...this.#commands.end(),
      ...this.#rules.end(),
      ...this.#calls.end(),
      ...this.#agreements.end(),
      compactions: this.#compactions.end(),
      ...answers,
      work: this.#work.end(from ?? 0),
    };
    const head: HarvestedFacts['head'] = {
      version: FACTS_VERSION,
      session_id: id,
      from: from === null ? null : timeText(from),
      to: to === null ? null : timeText(to),
      activeMinutes: activeMinutes(times),
      prompts: body.prompts.length,
      edits: { files: files.length, ...linesOf(files) },
      commits: body.commits.length,
      tests: this.#commands.runs,
      tokens: tokens.input + tokens.output + tokens.cacheWrite,
      model: models[0]?.name ?? null,
      titles: this.#titles.end(hasRead, body),
      ending: ending satisfies FactsHead['ending'],
      ...this.#told.end(),
      ...(this.#remote !== '' && { remote: this.#remote }),
      recalls: this.#recalls,
      repeats: this.#repeats.end(),
    };
    return { facts: { head, ...body }, finalHash: (hash) => this.#commits.finalHash(hash) };
  }
}

/** A command of its own, as it runs without a prompt, or a tool of `chronicle mcp`. */
function asksArchive(call: ToolCall): boolean {
  return /^\s*(?:\S*\/)?chronicle\s+recall(?:\s|$)/.test(commandOf(call)) || MCP_TOOLS.test(call.name);
}

function linesOf(files: readonly { added: number; removed: number }[]): { added: number; removed: number } {
  return {
    added: files.reduce((sum, { added }) => sum + added, 0),
    removed: files.reduce((sum, { removed }) => sum + removed, 0),
  };
}
