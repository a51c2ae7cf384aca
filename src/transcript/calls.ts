/** What a session used: subagents, skills, MCP servers and pages. */
import { type FactsBody, LONGEST } from './facts.ts';
import { beginning } from './clean-line.ts';
import { SLACK, timeText, type When } from './moments.ts';
import { fieldsOf, type ToolCall, wordOf } from './records.ts';

const MOST = { subagents: 300, names: 100, web: 300 };
const LINE = LONGEST.line + SLACK;
const LONGEST_NAME = 100;
const MCP = /^mcp__(.{1,200}?)__/;

/** Subagents, skills, MCP servers and pages that a session used. */
export class Calls {
  readonly #subagents: FactsBody['subagents'] = [];
  readonly #skills = new Map<string, number>();
  readonly #servers = new Map<string, number>();
  readonly #web: FactsBody['web'] = [];

  /** A call of a tool, whatever became of it. */
  add({ name, input }: ToolCall, moment: When): void {
    const [, server] = MCP.exec(name) ?? [];
    if (server !== undefined) counted(this.#servers, server);
    else if (name === 'Task' || name === 'Agent') this.#subagent(input, moment);
    else if (name === 'Skill') this.skill(wordOf(input.skill) ?? wordOf(input.command) ?? '');
    else if (name === 'WebFetch') this.#fetch('page', wordOf(input.url), moment);
    else if (name === 'WebSearch') this.#fetch('search', wordOf(input.query), moment);
    else if (name === 'ReadMcpResourceTool' || name === 'ListMcpResourcesTool')
      counted(this.#servers, wordOf(input.server) ?? '');
  }

  /** A skill by its name, also one that the person called. */
  skill(name: string): void {
    counted(this.#skills, name.replace(/^\//, ''));
  }

  #subagent(input: ToolCall['input'], { at, prompt }: When): void {
    if (this.#subagents.length >= MOST.subagents) return;
    const { subagent_type: type, description, prompt: task } = fieldsOf(input);
    this.#subagents.push({
      type: beginning(wordOf(type) ?? 'general-purpose', LONGEST_NAME),
      description: beginning(wordOf(description) ?? wordOf(task) ?? '', LINE),
      at: timeText(at),
      prompt,
    });
  }

  #fetch(kind: 'page' | 'search', target: string | null, { at, prompt }: When): void {
    if (target !== null && this.#web.length < MOST.web)
      this.#web.push({ kind, target: beginning(target, LINE), at: timeText(at), prompt });
  }

  end(): Pick<FactsBody, 'subagents' | 'skills' | 'mcpServers' | 'web'> {
    return {
      subagents: this.#subagents,
      skills: listed(this.#skills),
      mcpServers: listed(this.#servers),
      web: this.#web,
    };
  }
}

function counted(names: Map<string, number>, name: string): void {
  const plain = beginning(name, LONGEST_NAME);
  if (plain !== '' && (names.has(plain) || names.size < MOST.names)) names.set(plain, (names.get(plain) ?? 0) + 1);
}

function listed(names: ReadonlyMap<string, number>): { name: string; times: number }[] {
  return [...names].map(([name, times]) => ({ name, times })).sort((a, b) => b.times - a.times);
}
