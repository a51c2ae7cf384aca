/* What the client asked the Messages API, decoded once; everything a scenario asserts about a request is read here. */
import * as z from 'zod/mini';

const Block = z.looseObject({
  type: z.string(),
  id: z.optional(z.string()),
  text: z.optional(z.string()),
  input: z.optional(z.looseObject({ command: z.optional(z.string()) })),
  tool_use_id: z.optional(z.string()),
  is_error: z.optional(z.boolean()),
  content: z.optional(z.unknown()),
});
const Content = z.union([z.string(), z.array(Block)]);
const Body = z.looseObject({
  model: z.string(),
  stream: z.optional(z.boolean()),
  system: z.optional(Content),
  messages: z.array(z.object({ role: z.string(), content: Content })),
  tools: z.optional(z.array(z.looseObject({ name: z.optional(z.string()) }))),
});

type Block = z.infer<typeof Block>;

export interface ApiRequest {
  serial: number;
  model: string;
  stream: boolean;
  /** Names of the tools on offer. */
  tools: string[];
  system: string;
  messages: { role: string; blocks: Block[] }[];
}

/** A Bash call of the model and what the client answered it. */
export interface BashCall {
  command: string;
  output: string;
  isError: boolean;
}

let serial = 0;

/** The request, or null for anything that asks for no message (token counts, other paths). */
export function parseRequest(path: string, body: string): ApiRequest | null {
  if (new URL(path, 'http://127.0.0.1').pathname !== '/v1/messages') return null;
  const { model, stream, system, messages, tools } = Body.parse(JSON.parse(body));
  serial += 1;
  return {
    serial,
    model,
    stream: stream === true,
    tools: (tools ?? []).flatMap((tool) => tool.name ?? []),
    system: textOf(system ?? ''),
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
  return textOf(request.messages.at(-1)?.blocks ?? []);
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
    calls.set(block.tool_use_id, { command, output: textOf(block.content), isError: block.is_error === true });
  }
  return [...calls.values()];
}

/** What SessionStart hooks told the model, one string for each time that is still in the history. */
export function hookContexts(request: ApiRequest): string[] {
  const texts = request.messages.flatMap(({ blocks }) => blocks.map(({ text }) => text ?? ''));
  return texts.flatMap((text) =>
    [...text.matchAll(/SessionStart hook additional context: ([\s\S]*?)(?=\n\n|$)/g)].map(
      ([, context = '']) => context,
    ),
  );
}

function promptIndex({ messages }: ApiRequest): number {
  return messages.findLastIndex(({ role, blocks }) => promptText(blocks, role) !== '');
}

/** The context that a Stop hook adds: a message of its own, or a reminder. */
const STOP = /Stop hook additional context: ([\s\S]*?)(?:<\/system-reminder>|$)/;

function promptText(blocks: readonly Block[], role: string): string {
  const asked = STOP.exec(textOf([...blocks]))?.[1];
  if (asked !== undefined && role !== 'assistant') return asked.trim();
  if (role !== 'user') return '';
  // After an interruption the client sends the result of the refused call and the next prompt as one message.
  const isInterrupted = blocks.some(({ text }) => text?.startsWith('[Request interrupted by user'));
  if (!isInterrupted && blocks.some(({ type }) => type === 'tool_result')) return '';
  return textOf([...blocks])
    .replace(/<system-reminder>[\s\S]*?<\/system-reminder>/g, '')
    .trim();
}

const blocksOf = (content: string | Block[]): Block[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

function textOf(content: unknown): string {
  const parsed = Content.safeParse(content);
  return parsed.success
    ? blocksOf(parsed.data)
        .map(({ text }) => text ?? '')
        .join('\n')
    : '';
}
