/* The client's own part in a made-up transcript: prompts, the queue, turns, notices, commands, compaction, and its noise. */
import { agentNotice } from './scripted-dialogs.ts';
import type { ToolResult } from './scripted-tools.ts';
import type { StepOf } from './session-script.ts';
import type { TranscriptWriter } from './transcript-writer.ts';

const CAVEAT =
  "<local-command-caveat>The command below was run directly in Claude Code, not sent to you as a request, and its output goes straight to the user. It's recorded here as context for later messages.</local-command-caveat>";
/** Commands that the client carries out itself, without the model. */
const BUILT_IN = ['clear', 'compact', 'config', 'context', 'cost', 'exit', 'help', 'model', 'permissions', 'status'];

export class SessionHost {
  /** From a step's id to the id of its record. */
  readonly places = new Map<string, string>();
  readonly #writer: TranscriptWriter;
  readonly #isUnattended: boolean;
  #queue: { text: string; id: string | undefined; time: number }[] = [];
  #notices: string[] = [];
  #promptId = '';
  #lastPrompt = '';
  #promptUuid = '';
  #startedAt = 0;
  #turns = 0;
  #mode = 'default';
  #interrupted = false;

  constructor(writer: TranscriptWriter, isUnattended: boolean) {
    this.#writer = writer;
    this.#isUnattended = isUnattended;
  }

  /** Remembers where a step is, if it has an id. */
  place(id: string | undefined, uuid: string): void {
    if (id !== undefined) this.places.set(id, uuid);
  }

  prompt(text: string, { id, inPlanMode = false, queued = false }: PromptOptions): void {
    const writer = this.#writer;
    if (this.#isUnattended) this.#pipe(text);
    this.#begin(inPlanMode ? 'plan' : 'default');
    const source = this.#isUnattended
      ? { promptSource: 'sdk', turnOrigin: 'sdk' }
      : { origin: { kind: 'human' }, promptSource: queued ? 'queued' : 'typed', turnOrigin: 'human' };
    this.#say(text, { permissionMode: this.#mode, ...source, ...this.#position() }, this.#promptUuid);
    this.#lastPrompt = text;
    this.place(id, this.#promptUuid);
    if (this.#turns === 1) this.#introduce();
    else writer.note('api-request', { id: writer.uuid(), timestamp: writer.stamp(), keep: this.#turns });
  }

  /** The first record of a subagent's file. */
  task(prompt: string): void {
    this.#promptId = this.#writer.uuid();
    this.#say(prompt, {});
  }

  command({ command, body, output = '', id }: StepOf<'command'>): void {
    const [, name = '', args = ''] = /^\/?(\S+)\s*([\s\S]*)$/.exec(command) ?? [];
    if (BUILT_IN.includes(name)) {
      this.place(id, this.#local(name, args, output));
      return;
    }
    this.#begin(this.#mode);
    const wrapper = `<command-message>${name}</command-message>\n<command-name>/${name}</command-name>`;
    const text = args === '' ? wrapper : `${wrapper}\n<command-args>${args}</command-args>`;
    this.#say(text, { origin: { kind: 'human' }, turnOrigin: 'human', ...this.#position() }, this.#promptUuid);
    this.place(id, this.#promptUuid);
    const content = [{ type: 'text', text: body ?? `Follow the steps of ${name} for: ${args}\n` }];
    this.#say(content, { isMeta: true, turnCompanion: true });
    this.attach({ type: 'command_permissions', allowedTools: [] });
  }

  enqueue(text: string, id: string | undefined): void {
    this.#writer.pass(6);
    this.#operation('enqueue', { content: text });
    this.#queue.push({ text, id, time: this.#writer.time });
  }

  /** A subagent has finished; the model is told after the call. */
  notify(agent: StepOf<'agent'>['agent'], agentId: string, toolUseId: string): void {
    this.#notices.push(agentNotice(agent, agentId, toolUseId));
  }

  /** After a call: the model reads what was typed meanwhile, and what subagents answered. */
  deliver(): void {
    for (const content of this.#notices.splice(0)) {
      this.#operation('enqueue', { content });
      this.#operation('remove', { content, reason: 'absorbed_mid_turn' });
      const attachment = { type: 'queued_command', prompt: content, commandMode: 'task-notification' };
      this.attach(
        { ...attachment, origin: { kind: 'task-notification' } },
        `[SYSTEM NOTIFICATION - NOT USER INPUT]\n${content}`,
      );
    }
    for (const { text: prompt, id, time } of this.#queue.splice(0)) {
      const source_uuid = this.#writer.uuid();
      const timestamp = new Date(time).toISOString();
      this.#operation('remove', { content: prompt, reason: 'absorbed_mid_turn', commandUuid: source_uuid });
      const attachment = { type: 'queued_command', prompt, source_uuid, commandMode: 'prompt', timestamp };
      const reminder = `The user sent a new message while you were working:\n${prompt}\n\nAddress the message above as you continue this turn.`;
      const uuid = this.attach({ ...attachment, origin: { kind: 'human' }, humanTurn: true }, reminder);
      this.#lastPrompt = prompt;
      this.place(id, uuid);
    }
  }

  result(toolUseId: string, caller: string, { content, isError, toolUseResult, fields = {} }: ToolResult): void {
    const block = { tool_use_id: toolUseId, type: 'tool_result', content, ...(isError ? { is_error: true } : {}) };
    this.#say([block], { toolUseResult, ...fields, sourceToolAssistantUUID: caller });
  }

  interrupted(what: 'tool' | 'answer', message?: string): void {
    const text = `[Request interrupted by user${what === 'tool' ? ' for tool use' : ''}]`;
    this.#say([{ type: 'text', text }], message === undefined ? {} : { interruptedMessageId: message });
    this.#interrupted = true;
  }

  endTurn(hasAnswer: boolean): void {
    if (this.#promptId !== '' && !this.#interrupted && hasAnswer) this.#closeTurn();
    this.#interrupted = false;
    this.#promptId = '';
    for (const { text, id } of this.#queue.splice(0)) {
      this.#writer.pass(1);
      this.#operation('dequeue', {});
      this.prompt(text, { id, queued: true });
    }
  }

  compact({ compact, manual = false, id }: StepOf<'compact'>): void {
    const writer = this.#writer;
    const logicalParentUuid = writer.parent;
    writer.cutChain();
    const trigger = manual ? 'manual' : 'auto';
    const compactMetadata = { trigger, preTokens: 152_000, postTokens: 9000, durationMs: 18_000 };
    const boundary = { subtype: 'compact_boundary', content: 'Conversation compacted', level: 'info' };
    writer.say('system', { logicalParentUuid, ...boundary, compactMetadata });
    const content = `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\nSummary:\n${compact}\n\nIf you need specific details from before compaction (like exact code snippets, error messages, or content you generated), read the full transcript.\nContinue the conversation from where it left off without asking the user any further questions.`;
    const fields = { isVisibleInTranscriptOnly: true, isCompactSummary: true, ...this.#position() };
    this.place(id, this.#say(content, fields));
    if (manual) this.#local('compact', '', '\u001b[2mCompacted (ctrl+o to see full summary)\u001b[22m');
  }

  rename(title: string): void {
    const writer = this.#writer;
    writer.note('custom-title', { customTitle: title });
    writer.note('agent-name', { agentName: title });
    const run = { subtype: 'local_command', level: 'info', isMeta: false };
    const command = `<command-name>/rename</command-name>\n            <command-message>rename</command-message>\n            <command-args>${title}</command-args>`;
    writer.say('system', { ...run, content: command });
    const stdout = `<local-command-stdout>Session renamed to: ${title}</local-command-stdout>`;
    writer.say('system', { ...run, content: stdout, commandRun: { command: 'rename', args: title } });
    const reminder = `<system-reminder>\nThe user named this session "${title}". This may indicate the session's focus or intent.\n</system-reminder>`;
    this.#say(reminder, { isMeta: true });
  }

  /** Where the client keeps a plan: a file in the person's home, named after it. */
  planFile(plan: string): string {
    const words =
      /^#*\s*(.*)$/m
        .exec(plan)?.[1]
        ?.toLowerCase()
        .match(/[a-z0-9]+/g) ?? [];
    const home = /^(?:[A-Za-z]:)?\/[^/]+\/[^/]+/.exec(this.#writer.frame.cwd)?.[0] ?? '/root';
    return `${home}/.claude/plans/${[...words.slice(0, 3), 'quiet-otter'].join('-')}.md`;
  }

  attach(attachment: Record<string, unknown>, reminder?: string): string {
    const rendered = [{ content: `<system-reminder>\n${reminder}\n</system-reminder>` }];
    const more = reminder === undefined ? {} : { rendered, renderedRole: 'system' };
    return this.#writer.say('attachment', { attachment, ...more });
  }

  /** The client's last words: what the session cost. */
  close(): void {
    const writer = this.#writer;
    const usage = { inputTokens: 400, outputTokens: 9000, cacheReadInputTokens: 900_000, costUSD: 0.61 };
    const modelUsage = { [writer.frame.model]: usage };
    writer.note('cost-state', { totalCostUSD: 0.61, totalLinesAdded: 0, totalLinesRemoved: 0, modelUsage });
  }

  #begin(mode: string): void {
    const writer = this.#writer;
    if (this.#turns === 0 && !this.#isUnattended) {
      writer.note('mode', { mode: 'normal' });
      writer.note('permission-mode', { permissionMode: mode });
      writer.note('atis-latch', { atis: '' });
    }
    this.#turns += 1;
    this.#mode = mode;
    this.#startedAt = writer.time;
    this.#promptId = writer.uuid();
    this.#promptUuid = writer.uuid();
    if (this.#isUnattended) return;
    const snapshot = { messageId: this.#promptUuid, trackedFileBackups: {}, timestamp: writer.stamp() };
    const record = { messageId: this.#promptUuid, snapshot, isSnapshotUpdate: false };
    writer.records.push({ type: 'file-history-snapshot', ...record });
  }

  /** What the client tells the model with the first prompt. */
  #introduce(): void {
    const writer = this.#writer;
    const { cwd, model, branch } = writer.frame;
    const snapshot = { workingDirectory: cwd, isWorktree: false, isGitRepo: true, platform: 'linux', shell: 'bash' };
    const environment = `# Environment\nYou have been invoked in the following environment: \n - Primary working directory: ${cwd}`;
    this.attach({ type: 'environment', snapshot }, environment);
    this.attach({ type: 'model', identity: { modelId: model } }, `You are powered by the model ${model}.`);
    const gitStatus = `Current branch: ${branch}\n\nMain branch (you will usually use this for PRs): main\n\nStatus:\n(clean)`;
    this.attach({ type: 'session_context', context: { gitStatus } }, `# gitStatus\n${gitStatus}`);
    const date = writer.stamp().slice(0, 10);
    this.attach({ type: 'date', date }, `Today's date is ${date}.`);
    const hook = { hookName: 'UserPromptSubmit', hookEvent: 'UserPromptSubmit', toolUseID: writer.uuid() };
    const words = 'Reminder: I decided long ago that every error needs a test. Never commit without asking.';
    this.attach({ type: 'hook_success', ...hook, content: words, stdout: words, exitCode: 0 }, words);
    writer.note('api-request-shape', { shapeHash: writer.digits(64), shape: { system: [], tools: [] } });
    const blob = {
      role: 'user',
      content: [{ type: 'text', text: 'You are an agent. Found it, the root cause is here.' }],
    };
    writer.note('api-request-blob', { hash: writer.digits(64), message: blob });
    writer.note('api-request', { id: writer.uuid(), timestamp: writer.stamp(), keep: 0 });
  }

  #closeTurn(): void {
    const writer = this.#writer;
    const notice = { level: 'suggestion', hookCount: 1, hookErrors: [], preventedContinuation: false };
    writer.say('system', { subtype: 'stop_hook_summary', ...notice });
    if (!this.#isUnattended) {
      const durationMs = writer.time - this.#startedAt;
      writer.say('system', {
        subtype: 'turn_duration',
        durationMs,
        messageCount: writer.records.length,
        isMeta: false,
      });
    }
    const lastPrompt = this.#lastPrompt.slice(0, 200);
    writer.note('last-prompt', { lastPrompt, leafUuid: writer.parent });
  }

  /** A command the client carries out itself. Returns the id of the record with its name. */
  #local(command: string, args: string, stdout: string): string {
    this.#promptId = this.#writer.uuid();
    this.#say(CAVEAT, { isMeta: true });
    const lines = [`<command-name>/${command}</command-name>`, `<command-message>${command}</command-message>`];
    const text = [...lines, `<command-args>${args}</command-args>`].join('\n            ');
    const uuid = this.#say(text, {});
    this.#say(`<local-command-stdout>${stdout}</local-command-stdout>`, {});
    this.#promptId = '';
    return uuid;
  }

  /** In `claude -p` every prompt passes through the queue. */
  #pipe(text: string): void {
    this.#operation('enqueue', { content: text });
    this.#operation('dequeue', {});
  }

  #operation(operation: string, fields: Record<string, unknown>): void {
    this.#writer.note('queue-operation', { operation, timestamp: this.#writer.stamp(), ...fields });
  }

  #position() {
    return { turnPosition: { promptIndex: this.#isUnattended ? 0 : this.#turns, turnIndex: this.#turns } };
  }

  #say(content: unknown, fields: Record<string, unknown>, uuid = this.#writer.uuid()): string {
    const message = { role: 'user', content };
    return this.#writer.say('user', { promptId: this.#promptId, message, ...fields }, { uuid });
  }
}

interface PromptOptions {
  id?: string | undefined;
  inPlanMode?: boolean;
  queued?: boolean;
}
