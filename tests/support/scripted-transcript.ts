/*
 * Expands a session script (`session-script.ts`) to the transcript that client 2.1.329 would have written. Shapes were
 * copied from records of the real client. Ids and times are derived from the script, so that a transcript never changes.
 *
 * What the script's author should know:
 * - A `queued` prompt that a later call of the turn's follows is absorbed in mid-turn: `queue-operation` records and an
 *   attachment `queued_command`, but no `user` record. At the end of a turn it becomes a `user` record of its own with
 *   `promptSource: "queued"`, beside its `queue-operation` records.
 * - `refused: true` and `accepted: false` interrupt the turn, as they do in the client; a reason does not.
 * - In a terminal, a subagent runs in the background and its answer arrives as a `<task-notification>` in the queue; in
 *   `claude -p` it is the result of the call.
 * - Consecutive texts and the calls after them are one message: several records with one `message.id` and its usage.
 */

import { agentResult, answersOf, approvedPlan, launchedAgent, PLAN_WORDS } from './scripted-dialogs.ts';
import {
  callOf,
  denial,
  type KnownFiles,
  refusal,
  resultOf,
  type ToolCall,
  type ToolResult,
} from './scripted-tools.ts';
import { SessionHost } from './session-host.ts';
import type { Label, SessionScript, Step, StepOf } from './session-script.ts';
import { parseSteps } from './session-script.ts';
import { type AnswerBlock, sessionIdOf, type TranscriptRecord, TranscriptWriter, toText } from './transcript-writer.ts';

export interface ScriptedTranscript {
  /** The session's id. */
  id: string;
  /** The name of its file. */
  file: string;
  records: TranscriptRecord[];
  /** As JSON lines. */
  text: string;
  /** Files of subagents, relative to the directory of `file`. */
  subagents: { file: string; text: string }[];
  /** From a step's id to the id of the record that shows it; of a call, the record that makes it. */
  stepRecords: Map<string, string>;
  labels: Label[];
}

export function scriptedTranscript(script: SessionScript): ScriptedTranscript {
  const id = script.session ?? sessionIdOf(script.name);
  const writer = new TranscriptWriter(script.name, script.start.getTime(), {
    sessionId: id,
    cwd: script.project,
    branch: script.branch,
    model: script.model,
    entrypoint: script.unattended ? 'sdk-cli' : 'cli',
  });
  const host = new SessionHost(writer, script.unattended);
  const expansion = new Expansion(script, writer, host);
  const last = script.steps.at(-1);
  const isKilled = last?.kind === 'end' && last.end === 'killed';
  expansion.run(script.steps);
  if (isKilled) expansion.breakOff();
  else expansion.finish();
  const { records } = writer;
  return {
    id,
    file: `${id}.jsonl`,
    records,
    text: toText(records),
    subagents: expansion.subagents,
    stepRecords: host.places,
    labels: script.events,
  };
}

type CallStep = StepOf<'bash' | 'edit' | 'write' | 'read' | 'tool' | 'agent'>;
interface WaitingCall {
  step: CallStep;
  call: ToolCall;
  toolUseId: string;
  uuid: string;
}

/** Reading, writing and running take time: 4 seconds, and more for long texts. */
const secondsFor = (text: string, most = 40) => 4 + Math.min(most, Math.round(text.length / 25));

class Expansion {
  readonly subagents: { file: string; text: string }[] = [];
  readonly #script: SessionScript;
  readonly #writer: TranscriptWriter;
  readonly #host: SessionHost;
  readonly #files: KnownFiles = new Map();
  #pending: AnswerBlock[] = [];
  #waiting: WaitingCall[] = [];

  constructor(script: SessionScript, writer: TranscriptWriter, host: SessionHost) {
    this.#script = script;
    this.#writer = writer;
    this.#host = host;
  }

  run(steps: readonly Step[]): void {
    steps.forEach((step, index) => {
      const next = steps[index + 1];
      if (step.kind === 'user') this.#prompt(step, steps.slice(index + 1));
      else if (isCall(step)) this.#call(step, next);
      else this.#other(step);
    });
  }

  /** Ends the turn and the session as `/exit` does. */
  finish(): void {
    this.#endTurn();
    this.#host.close();
  }

  /** Leaves the transcript as a killed client does: the answer it was giving has no end. */
  breakOff(): void {
    if (this.#pending.length > 0) this.#writer.answer(this.#pending, null);
  }

  #prompt(step: StepOf<'user'>, later: readonly Step[]): void {
    const end = later.findIndex(({ kind }) => kind === 'user');
    const turn = end === -1 ? later : later.slice(0, end);
    this.#endTurn();
    this.#writer.pass(16 + secondsFor(step.user, 120));
    this.#host.prompt(step.user, { id: step.id, inPlanMode: turn.some(({ kind }) => kind === 'plan') });
  }

  #other(step: Exclude<Step, CallStep | StepOf<'user'>>): void {
    const writer = this.#writer;
    if (step.kind === 'assistant') this.#block({ type: 'text', text: step.assistant }, step.id, step.assistant);
    else if (step.kind === 'thinking')
      this.#block({ type: 'thinking', thinking: step.thinking, signature: writer.digits(48) }, step.id, step.thinking);
    else if (step.kind === 'wait') writer.pass(step.wait * 60);
    else if (step.kind === 'until') writer.waitFor(Date.parse(step.until));
    else if (step.kind === 'model') writer.frame.model = step.model;
    else if (step.kind === 'queued') this.#host.enqueue(step.queued, step.id);
    else if (step.kind === 'plan') this.#plan(step);
    else if (step.kind === 'ask') this.#ask(step);
    else if (step.kind === 'pr') this.#pullRequest(step);
    else if (step.kind === 'interrupt') this.#interrupt(step);
    else if (step.kind === 'command') {
      this.#endTurn();
      writer.pass(12);
      this.#host.command(step);
    } else if (step.kind === 'compact') {
      if (step.manual === true) this.#endTurn();
      else this.#say('tool_use');
      writer.pass(20);
      this.#host.compact(step);
    } else if (step.kind === 'customTitle') {
      this.#endTurn();
      this.#host.rename(step.customTitle);
    } else if (step.kind === 'aiTitle') writer.note('ai-title', { aiTitle: step.aiTitle });
  }

  #block(content: Record<string, unknown>, id: string | undefined, text: string): string {
    this.#writer.pass(secondsFor(text));
    const uuid = this.#writer.uuid();
    this.#pending.push({ content, time: this.#writer.time, uuid });
    this.#host.place(id, uuid);
    return uuid;
  }

  #say(stop: 'end_turn' | 'tool_use' | null): string {
    const blocks = this.#pending;
    this.#pending = [];
    return blocks.length === 0 ? '' : this.#writer.answer(blocks, stop);
  }

  #endTurn(): void {
    const hasAnswer = this.#pending.length > 0;
    this.#say('end_turn');
    this.#host.endTurn(hasAnswer);
  }

  #request(call: ToolCall, id: string | undefined): { toolUseId: string; uuid: string } {
    const toolUseId = `toolu_01${this.#writer.digits(22)}`;
    const content = { type: 'tool_use', id: toolUseId, name: call.name, input: call.input };
    return { toolUseId, uuid: this.#block(content, id, JSON.stringify(call.input)) };
  }

  #call(step: CallStep, next: Step | undefined): void {
    const call =
      step.kind === 'agent' ? { name: 'Agent', input: agentInput(step) } : callOf(step, this.#script.project);
    this.#waiting.push({ step, call, ...this.#request(call, step.id) });
    if (next !== undefined && 'parallel' in next && next.parallel === true) return;
    const message = this.#say('tool_use');
    const isInterrupted = next?.kind === 'interrupt' && next.interrupt === 'tool';
    for (const waiting of this.#waiting.splice(0)) {
      const result = isInterrupted ? refusal(true) : this.#resultOf(waiting);
      if (isInterrupted) result.fields = { toolDenialKind: 'user-rejected' };
      this.#result(waiting, result);
      if (isInterrupted || ('refused' in step && step.refused === true && !this.#script.unattended))
        this.#host.interrupted('tool', isInterrupted ? message : undefined);
    }
  }

  #resultOf({ step, call, toolUseId }: WaitingCall): ToolResult {
    if (step.kind === 'agent') return this.#agent(step, toolUseId);
    if (step.refused !== undefined) {
      this.#writer.pass(15);
      return this.#script.unattended ? denial(call.name) : refusal(step.refused);
    }
    this.#writer.pass(step.kind === 'bash' ? secondsFor(`${step.output ?? ''}${step.fails ?? ''}`) : 1);
    return resultOf(step, call, this.#files);
  }

  #result({ toolUseId, uuid }: { toolUseId: string; uuid: string }, result: ToolResult): void {
    this.#host.result(toolUseId, uuid, result);
    this.#host.deliver();
  }

  #dialog(call: ToolCall, id: string | undefined, result: ToolResult): void {
    const asked = this.#request(call, id);
    this.#say('tool_use');
    this.#writer.pass(25);
    this.#result(asked, result);
    if (result.toolUseResult === 'User rejected tool use') this.#host.interrupted('tool');
  }

  #plan({ plan, accepted, id }: StepOf<'plan'>): void {
    const filePath = this.#host.planFile(plan);
    this.#call({ kind: 'write', write: filePath, content: plan }, undefined);
    const call = { name: 'ExitPlanMode', input: { plan, planFilePath: filePath } };
    if (accepted === true) {
      this.#dialog(call, id, approvedPlan(plan, filePath));
      this.#host.attach({ type: 'plan_mode_exit', planFilePath: filePath, planExists: true }, PLAN_WORDS);
    } else this.#dialog(call, id, refusal(accepted === false ? true : accepted));
  }

  #ask({ ask, id }: StepOf<'ask'>): void {
    const { input, result } = answersOf(ask);
    this.#dialog({ name: 'AskUserQuestion', input }, id, result);
  }

  #pullRequest({ pr: { number, url, title }, id }: StepOf<'pr'>): void {
    const bash = `gh pr create --title "${title.replaceAll('"', '\\"')}" --body ""`;
    this.#call({ kind: 'bash', bash, output: url, id }, undefined);
    const [, prRepository] = /github\.com\/([^/]+\/[^/]+)\/pull/.exec(url) ?? [];
    const timestamp = this.#writer.stamp();
    this.#writer.note('pr-link', { prNumber: number, prUrl: url, prRepository, timestamp });
  }

  #interrupt({ interrupt, id }: StepOf<'interrupt'>): void {
    // An interrupted call has been dealt with as part of it.
    if (interrupt !== 'tool') {
      const message = this.#say(null);
      this.#writer.pass(2);
      this.#host.interrupted('answer', message === '' ? undefined : message);
    }
    this.#host.place(id, this.#writer.parent ?? '');
  }

  #agent(step: StepOf<'agent'>, toolUseId: string): ToolResult {
    const { prompt, answer, description, type, steps = [] } = step.agent;
    const agentId = `a${this.#writer.digits(16)}`;
    const name = `${this.#script.name} ${agentId}`;
    const writer = new TranscriptWriter(name, this.#writer.time, { ...this.#writer.frame, agentId });
    const host = new SessionHost(writer, true);
    host.task(prompt);
    const expansion = new Expansion(this.#script, writer, host);
    expansion.run([...parseSteps(steps, name), { kind: 'assistant', assistant: answer }]);
    expansion.#say('end_turn');
    this.#writer.pass((writer.time - this.#writer.time) / 1000 + 1);
    const folder = `${this.#writer.frame.sessionId}/subagents`;
    this.subagents.push({ file: `${folder}/agent-${agentId}.jsonl`, text: toText(writer.records) });
    const meta = { agentType: type, isBuiltIn: true, description, toolUseId, spawnDepth: 1, finished: true };
    this.subagents.push({ file: `${folder}/agent-${agentId}.meta.json`, text: JSON.stringify(meta) });
    if (this.#script.unattended) return agentResult(step.agent, agentId, writer.records);
    this.#host.notify(step.agent, agentId, toolUseId);
    return launchedAgent(step.agent, agentId);
  }
}

const agentInput = ({ agent: { type, description, prompt } }: StepOf<'agent'>) => ({
  description,
  subagent_type: type,
  prompt,
});

const CALLS = ['bash', 'edit', 'write', 'read', 'tool', 'agent'];
const isCall = (step: Step): step is CallStep => CALLS.includes(step.kind);
