import type { IncomingMessage, ServerResponse } from 'node:http';
import { ChronicleError, sentenceOf } from '#src/lib/chronicle-error.ts';
import { Refusal, readEdit } from './edit-request.ts';

/** An edit: the fields of its request, and the action, which returns a sentence. */
export interface Action {
  fields: readonly string[];
  run(fields: Record<string, unknown>): Promise<Answer | string> | Answer | string;
}

/** What an action did, in a sentence. */
export interface Answer {
  said: string;
  /** The page to go to next. */
  address?: string;
}

/** Codes of errors caused by the disk, not by the request. */
const DISK = new Set([
  'CHRONICLE_BUSY',
  'CHRONICLE_GONE',
  'CHRONICLE_NOT_A_DIRECTORY',
  'CHRONICLE_NOT_A_FILE',
  'CHRONICLE_OUTSIDE',
  'CHRONICLE_RESTLESS',
]);

/**
 * Answers `POST /edit/<name>` with an `Answer`, or with `{error}`, and passes on other requests. Actions run one after the
 * other, because each reads what the last one wrote.
 */
export function editMiddleware(
  actions: ReadonlyMap<string, Action>,
): (request: IncomingMessage, response: ServerResponse, next: () => void) => void {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn: InTurn = (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  return (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!/^\/edit(?:\/|$)/.test(path)) return next();
    const action = actions.get(path.slice('/edit/'.length));
    runAction(request, action, inTurn).then(
      (result) => answer(response, 200, typeof result === 'string' ? { said: result } : result),
      (error) =>
        answer(response, statusOf(error), { error: error instanceof Refusal ? error.message : sentenceOf(error) }),
    );
  };
}

type InTurn = (work: () => ReturnType<Action['run']>) => Promise<Answer | string>;

async function runAction(
  request: IncomingMessage,
  action: Action | undefined,
  inTurn: InTurn,
): Promise<Answer | string> {
  const fields = await readEdit(request, action?.fields ?? []);
  if (!action) throw new Refusal(404, 'Unknown edit. Nothing was changed.');
  return inTurn(() => action.run(fields));
}

function statusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  return error instanceof ChronicleError && !DISK.has(error.code) ? 400 : 500;
}

function answer(response: ServerResponse, status: number, body: Answer | { error: string }): void {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    // The rest of a refused body is not read.
    ...(status >= 400 ? { Connection: 'close' } : {}),
  });
  response.end(JSON.stringify(body));
}
