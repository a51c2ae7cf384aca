/* What the client asked the Messages API; everything a scenario asserts about a request is read here. */

interface Block {
  type: string;
  id?: string;
  text?: string;
  input?: { command?: string };
  tool_use_id?: string;
  is_error?: boolean;
  content?: Content;
}
type Content = string | Block[];

/** The body of a request, as the client sends it. */
interface Body {
  model: string;
  stream?: boolean;
  system?: Content;
  messages: { role: string; content: Content }[];
  tools?: { name?: string }[];
}

export interface ApiRequest {
  serial: number;
  model: string;
  stream: boolean;
  /** Names of the tools on offer. */
  tools: string[];
  system: string;
  messages: { role: string; blocks: Block[] }[];
}

/** A call of a tool and what the client answered it; of Bash, with its command. */
export interface BashCall {
  command: string;
  output: string;
  isError: boolean;
}

let serial = 0;

/** The request, or null for anything that asks for no message (token counts, other paths). */
export function parseRequest(path: string, body: string): ApiRequest | null {
  if (new URL(path, 'http://127.0.0.1').pathname !== '/v1/messages') return null;
  const { model, stream = false, system, messages, tools = [] } = JSON.parse(body) as Body;
  serial += 1;
  return {
    ...{ serial, model, stream, system: said(system) },
    tools: tools.flatMap(({ name }) => name ?? []),
    messages: messages.map(({ role, content }) => ({ role, blocks: blocksOf(content) })),
  };
}

/** What the user, or a Stop hook, asked last, without the client's own reminders. */
export function lastPrompt(request: ApiRequest): string {
  const message = request.messages[promptIndex(request)];
  return message === undefined ? '' : promptText(message.blocks, message.role);
}

/** The text of the last message, whoever it comes from. */
export function lastText(request: ApiRequest): string {
  return said(request.messages.at(-1)?.blocks);
}

/** All that the model is told: the system prompt and every message. */
export function textOf({ system, messages }: ApiRequest): string {
  return [system, ...messages.map(({ blocks }) => said(blocks))].join('\n');
}

/** How often the model has answered since the last prompt. */
export function roundsSincePrompt(request: ApiRequest): number {
  return request.messages.slice(promptIndex(request) + 1).filter(({ role }) => role === 'assistant').length;
}

/** Bash calls with their results, in order, each once although every later request repeats them. */
export function bashCalls(requests: readonly ApiRequest[]): BashCall[] {
  const commands = new Map<string, string>();
  const calls = new Map<string, BashCall>();
  for (const block of requests.flatMap(({ messages }) => messages.flatMap(({ blocks }) => blocks))) {
    if (block.type === 'tool_use' && block.id !== undefined) commands.set(block.id, block.input?.command ?? '');
    if (block.type !== 'tool_result' || block.tool_use_id === undefined) continue;
    const command = commands.get(block.tool_use_id) ?? '';
    calls.set(block.tool_use_id, { command, output: said(block.content), isError: block.is_error === true });
  }
  return [...calls.values()];
}

/** What SessionStart hooks told the model, one string for each time that is still in the history. */
export function hookContexts({ messages }: ApiRequest): string[] {
  const pattern = /SessionStart hook additional context: ([\s\S]*?)(?=\n\n|$)/g;
  const texts = messages.flatMap(({ blocks }) => blocks.map(({ text }) => text ?? ''));
  return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, context = '']) => context));
}

function promptIndex({ messages }: ApiRequest): number {
  return messages.findLastIndex(({ role, blocks }) => promptText(blocks, role) !== '');
}

/** The context that a Stop hook adds: a message of its own, or a reminder. */
const STOP = /Stop hook additional context: ([\s\S]*?)(?:<\/system-reminder>|$)/;

function promptText(blocks: Block[], role: string): string {
  const text = said(blocks);
  const asked = STOP.exec(text)?.[1];
  if (asked !== undefined && role !== 'assistant') return asked.trim();
  if (role !== 'user') return '';
  // After an interruption the client sends the result of the refused call and the next prompt as one message.
  const isInterrupted = text.includes('[Request interrupted by user');
  if (!isInterrupted && blocks.some(({ type }) => type === 'tool_result')) return '';
  return text.replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '').trim();
}

function blocksOf(content: Content): Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function said(content: Content = []): string {
  return blocksOf(content)
    .map(({ text }) => text ?? '')
    .join('\n');
}
