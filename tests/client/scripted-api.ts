/*
 * A Messages API that answers from a script, on the loopback interface only, so that the real
 * client can be driven without network, account or model. A prompt that contains a script's words
 * is answered with its commands as Bash calls, or with calls of other tools, one a round, and then with a closing word:
 *
 *     { prompt: 'log an error', commands: ["chronicle log ERROR <<'EOF'\n…\nEOF"] }
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ApiRequest, lastPrompt, lastText, parseRequest, roundsSincePrompt } from './api-request.ts';

/** What the model does when it is asked something that contains `prompt`. */
export interface Script {
  prompt: string;
  /** Bash commands or calls of other tools, one a round; a list is asked for at once. */
  commands?: readonly (string | ToolCall | readonly (string | ToolCall)[])[];
  /** What it says after its commands; "Done." by default. */
  says?: string;
  /** Answers a request of the client itself, such as that for a summary: `prompt` is in its last message. */
  isAside?: boolean;
  /** How many tokens the request is said to have had; 100 by default. Many make the client compact the conversation. */
  inputTokens?: number;
  /** After its commands, starts an answer and never ends it. */
  hangs?: boolean;
}

/** What the model asks of a tool other than Bash. */
export interface ToolCall {
  tool: string;
  /** May depend on what the client says, such as where a plan belongs. */
  input: object | ((request: ApiRequest) => object);
}

export interface ScriptedApi {
  url: string;
  /** Every request for a message, in order of arrival. */
  requests: ApiRequest[];
  close(): Promise<void>;
}

/** Listens on a free port of 127.0.0.1. What no script covers is answered with "Done.". */
export async function startScriptedApi(scripts: readonly Script[]): Promise<ScriptedApi> {
  const requests: ApiRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request = parseRequest(incoming.url ?? '', Buffer.concat(chunks).toString());
      if (request === null) return sendJson(response, { input_tokens: 1 });
      requests.push(request);
      const answer = answerTo(request, scripts);
      if (request.stream) stream(response, request, answer);
      else sendJson(response, message(request, answer));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

type AnswerBlock = { type: 'text'; text: string } | { type: 'tool_use'; id: string; name: string; input: object };

interface Answer {
  blocks: AnswerBlock[];
  hangs: boolean;
  inputTokens?: number | undefined;
}

function answerTo(request: ApiRequest, scripts: readonly Script[]): Answer {
  const prompt = lastPrompt(request);
  const script = scripts.find(({ prompt: words, isAside }) => (isAside ? lastText(request) : prompt).includes(words));
  const command = script?.commands?.[roundsSincePrompt(request)];
  // Side requests (titles, summaries) quote the prompt but offer no Bash.
  if (!request.tools.includes('Bash') && script?.isAside !== true) return say('Done.');
  const inputTokens = script?.inputTokens;
  if (command === undefined) return { ...say(script?.says ?? 'Done.'), hangs: script?.hangs === true, inputTokens };
  const blocks = [command].flat().map((one: string | ToolCall, index): AnswerBlock => {
    const id = `toolu_${String(request.serial * 100 + index).padStart(24, '0')}`;
    const call = typeof one === 'string' ? { tool: 'Bash', input: { command: one, description: 'scripted' } } : one;
    const input = typeof call.input === 'function' ? call.input(request) : call.input;
    return { type: 'tool_use', id, name: call.tool, input };
  });
  return { blocks, hangs: false, inputTokens };
}

const say = (text: string): Answer => ({ blocks: [{ type: 'text', text }], hangs: false });

function message(request: ApiRequest, { blocks: content, inputTokens = 100 }: Answer) {
  const stop_reason = content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
  const caches = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const usage = { input_tokens: inputTokens, output_tokens: 20, ...caches };
  const about = { id: `msg_${request.serial}`, type: 'message', role: 'assistant', model: request.model };
  return { ...about, content, stop_reason, stop_sequence: null, usage };
}

function stream(response: ServerResponse, request: ApiRequest, answer: Answer): void {
  const { blocks, hangs } = answer;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  const { stop_reason, stop_sequence, usage, ...start } = message(request, answer);
  send('message_start', { message: { ...start, content: [], stop_reason: null, stop_sequence, usage } });
  if (hangs) return;
  for (const [index, block] of blocks.entries()) {
    const isText = block.type === 'text';
    send('content_block_start', { index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } });
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  send('message_delta', { delta: { stop_reason, stop_sequence }, usage });
  send('message_stop', {});
  response.end();
}

function sendJson(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
