import { FACTS_VERSION, type FactsHead, type HarvestedFacts } from '#src/facts/facts.ts';
import { planInPrompt } from '../../transcript/plan-prompt.ts';
import { isRefusal } from '../../transcript/refusals.ts';
import { commandOf } from '../called.ts';
import { isDenied } from '../denial.ts';
import { OpenCalls } from '../open-calls.ts';
import { isInterrupt } from '../prompt.ts';
import type { AnswerNotes, ToolCall, ToolResult, TranscriptRecord } from '../record.ts';
import { Agreements } from './agreements.ts';
import { Branches } from './branches.ts';
import { BriefingUse } from './briefing-use.ts';
import { Calls } from './calls.ts';
import { Commands } from './commands.ts';
import { CommitList } from './commit-list.ts';
import { Compactions } from './compactions.ts';
import type { Places } from './file-path.ts';
import { EDITS, Files } from './files.ts';
import type { Commits } from './listed-commits.ts';
import { type Moment, timeText } from './moment.ts';
import { Outcome } from './outcome.ts';
import { Prompts } from './prompts.ts';
import { PullRequests } from './pull-requests.ts';
import { Repeats } from './repeats.ts';
import { Span } from './span.ts';
import { Titles } from './titles.ts';
import { ToldLayers } from './told-layers.ts';
import { HOSTS_MODEL, Usage } from './usage.ts';
import { WorkList } from './work-list.ts';

/** Tools that read files. */
const READS = /^(?:Read|NotebookRead|Grep|Glob|LS)$/;
/** The tools of `chronicle mcp` under the name that its documentation gives the server. */
const MCP_TOOLS = /^mcp__\w*chronicle\w*__(?:recall|read|around)$/;

/** A prompt. */
export interface PromptStart {
  text: string;
  /** When it was typed, in milliseconds. */
  at: number;
  record: string;
  parent: string | null;
  /** Whether the agent was working when it was typed. */
  isQueued: boolean;
  /** Whether it begins a turn. One that the agent read in mid-turn does not. */
  isTurn: boolean;
}

/** A call without a result, and when it was made. */
interface OpenCall {
  call: ToolCall;
  from: number;
}

/** Reads the messages of one session into its facts. */
export class FactsReader {
  readonly titles = new Titles();
  readonly pullRequests = new PullRequests();
  readonly layers = new ToldLayers();
  readonly briefings = new BriefingUse();
  readonly compactions = new Compactions();
  readonly #project: string;
  readonly #prompts = new Prompts();
  readonly #span = new Span();
  readonly #branches = new Branches();
  readonly #usage = new Usage();
  readonly #files: Files;
  readonly #made: Commits;
  readonly #commits = new CommitList();
  readonly #commands = new Commands();
  readonly #repeats = new Repeats();
  #recalls = 0;
  readonly #calls = new Calls();
  readonly #agreements = new Agreements();
  readonly #outcome = new Outcome();
  readonly #work = new WorkList();
  readonly #open = new OpenCalls<OpenCall>();
  #start: string | null = null;
  #cwd = '';
  #isWorking = false;

  /** `project` is the root of the session's project, and `projects` Claude Code's directory of projects. */
  constructor({ project, projects }: { project: string; projects: string }, made: Commits) {
    this.#made = made;
    this.#project = project;
    this.#files = new Files(projects);
  }

  /** Whether the agent is working on a prompt. */
  get isWorking(): boolean {
    return this.#isWorking;
  }

  /** The index of the latest prompt; null before the first one. */
  get prompt(): number | null {
    return this.#prompts.current;
  }

  /** The next prompt. */
  begin({ text, at, record, parent, isQueued, isTurn }: PromptStart): void {
    this.#prompts.add(text, { at, record }, parent, isQueued);
    this.#span.add(at);
    if (isTurn) this.#outcome.prompt();
    this.#isWorking = true;
    const moment = { at, prompt: this.prompt };
    const plan = planInPrompt(text);
    if (plan !== null) this.#agreements.plan(plan, moment);
    const [, command] = /^\/([\w:.-]{1,100})(?=\s|$)/.exec(text) ?? [];
    if (command !== undefined) this.#calls.skill(command);
  }

  /** Reads a message. `at` is its corrected time, and `id` its own or a derived id. */
  add(record: TranscriptRecord, at: number, id: string): void {
    this.#cwd = record.cwd ?? this.#cwd;
    this.#start ??= record.cwd;
    if (record.isSummary) this.compactions.add(record.texts, at);
    if (record.isHosts) return;
    this.#branches.add(record.branch);
    this.#span.add(at);
    const moment = { at, prompt: this.prompt, record: id };
    if (isInterrupt(record)) {
      this.#outcome.interrupt();
      this.#isWorking = false;
    }
    if (record.answer !== null) this.#answer(record, record.answer, at);
    for (const call of record.calls) this.#call(call, moment);
    for (const result of record.results) this.#result(result, moment);
  }

  /** Reads a message of a subagent: only files and commits count. */
  addSubagent(record: TranscriptRecord, at: number, id: string): void {
    const moment = { at, prompt: this.#prompts.at(at), record: id };
    const places = { ...this.#places, cwd: record.cwd ?? this.#places.cwd };
    for (const call of record.calls) this.#open.open(call.id, { call, from: at });
    for (const result of record.results) {
      const open = this.#open.close(result.callId);
      if (open !== null && !isRefusal(result) && !isDenied(result)) this.#changes(open, result, moment, places);
    }
  }

  #answer({ texts, calls }: TranscriptRecord, answer: AnswerNotes, at: number): void {
    this.#prompts.answered();
    this.#usage.add(answer);
    if (answer.model !== HOSTS_MODEL) this.#outcome.answer(answer, texts, calls.length > 0, at);
    this.#isWorking = calls.length > 0 || answer.stopReason === 'tool_use';
  }

  #call(call: ToolCall, moment: Moment): void {
    this.#open.open(call.id, { call, from: moment.at });
    this.#calls.add(call, moment);
  }

  #result(result: ToolResult, moment: Moment): void {
    this.#isWorking = true;
    const open = this.#open.close(result.callId);
    if (open === null) return;
    const { call } = open;
    this.#agreements.add(call, result, moment);
    if (isRefusal(result) || isDenied(result)) return;
    if (asksArchive(call)) this.#recalls++;
    if (READS.test(call.name)) {
      if (!result.isError) this.#files.read(call, this.#places);
      this.#did('reads', moment);
    } else if (commandOf(call) !== '') this.#command(call, result, moment);
    if (this.#changes(open, result, moment, this.#places)) this.#did('edits', moment);
  }

  #command(call: ToolCall, result: ToolResult, moment: Moment): void {
    const { isTest, isFailed } = this.#commands.add(call, result, moment);
    this.#repeats.add(commandOf(call), isFailed);
    this.briefings.command(commandOf(call));
    this.#did(isTest ? 'tests' : 'commands', moment);
    if (isTest && isFailed) this.#prompts.did('failedTests', moment.prompt);
    this.pullRequests.add(call, result, moment);
  }

  /** Files and commits. Whether a file was edited with a tool for that. */
  #changes({ call, from }: OpenCall, result: ToolResult, moment: Moment, places: Places): boolean {
    if (EDITS.test(call.name)) return !result.isError && this.#files.edit(call, result, moment.prompt, places);
    if (commandOf(call) !== '') {
      this.#files.changedByCommand(result, moment.prompt, places);
      this.#commits.add(this.#made.of(call, result, { from, to: moment.at }), moment);
    }
    return false;
  }

  #did(kind: 'reads' | 'edits' | 'commands' | 'tests', { at, prompt }: Moment): void {
    this.#prompts.did(kind, prompt);
    this.#work.add(kind, at);
  }

  get #places(): Places {
    return { project: this.#project, start: this.#start ?? '', cwd: this.#cwd };
  }

  /** The facts. `hasRead` tells whether a record is in the session's transcripts. */
  end(id: string, hasRead: (record: string) => boolean): Omit<HarvestedFacts, 'diffs' | 'excerpts' | 'skipped'> {
    const { from, to, activeMinutes } = this.#span;
    const { files, ...read } = this.#files.end();
    const { models, tokens } = this.#usage.end();
    const { ending, ...answers } = this.#outcome.end();
    const body = {
      prompts: this.#prompts.end(),
      branches: this.#branches.end(),
      models,
      tokens,
      files,
      ...read,
      commits: this.#commits.end(),
      pullRequests: this.pullRequests.end(),
      ...this.#commands.end(),
      ...this.#calls.end(),
      ...this.#agreements.end(),
      compactions: this.compactions.end(),
      ...answers,
      work: this.#work.end(from ?? 0),
    };
    const head: HarvestedFacts['head'] = {
      version: FACTS_VERSION,
      session_id: id,
      from: from === null ? null : timeText(from),
      to: to === null ? null : timeText(to),
      activeMinutes,
      prompts: body.prompts.length,
      edits: { files: files.length, ...linesOf(files) },
      commits: body.commits.length,
      tests: this.#commands.runs,
      tokens: tokens.input + tokens.output + tokens.cacheWrite,
      model: models[0]?.name ?? null,
      titles: this.titles.end(hasRead, body),
      ending: ending satisfies FactsHead['ending'],
      ...this.layers.end(),
      ...this.briefings.end(),
      recalls: this.#recalls,
      repeats: this.#repeats.end(),
    };
    return { head, ...body };
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
