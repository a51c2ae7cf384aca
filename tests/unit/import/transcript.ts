import { createHash } from 'node:crypto';
import type { SurveyedSession } from '#src/transcript/copies.ts';
import type { FoundEvent } from '#src/transcript/found.ts';
import { SessionReducer } from '#src/transcript/reduce.ts';
import { isRecord } from '#src/lib/is-record.ts';

export const PROJECTS = '/home/robin/.claude/projects';
export const CWD = '/home/robin/code/tidemark';
export const NOW = Date.UTC(2026, 3, 1);
const REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …).";

/**
 * Builds the records of a session as the host writes them, one second apart:
 *
 *     new Transcript().prompt('fix it').fails('npm test', 'Exit code 1\nboom').read().found
 */
export class Transcript {
  readonly records: Record<string, unknown>[] = [];
  #calls = 0;

  prompt(text: unknown, more: Record<string, unknown> = {}): this {
    return this.add('user', text, more);
  }

  /** A call and its outcome. */
  call(name: string, input: Record<string, unknown>, text = 'ok', noted: unknown = {}, isError = false): this {
    const id = `toolu_${this.#calls++}`;
    this.add('assistant', [{ type: 'tool_use', id, name, input }]);
    return this.add('user', [{ type: 'tool_result', tool_use_id: id, content: text, is_error: isError }], {
      toolUseResult: noted,
    });
  }

  runs(command: string): this {
    return this.call('Bash', { command });
  }

  fails(command: string, error: string): this {
    return this.call('Bash', { command }, error, `Error: ${error}`, true);
  }

  edits(file: string, before: string, after: string): this {
    return this.call('Edit', { file_path: `${CWD}/${file}`, old_string: before, new_string: after });
  }

  makes(file: string, content: string): this {
    const file_path = `${CWD}/${file}`;
    return this.call('Write', { file_path, content }, 'ok', { type: 'create', content, originalFile: null });
  }

  rejects(command: string, reason = ''): this {
    const said = reason === '' ? '' : ` To tell you how to proceed, the user said:\n${reason}`;
    return this.call(
      'Bash',
      { command },
      REJECTED + said,
      reason === '' ? 'User rejected tool use' : `Error: ${REJECTED}`,
      true,
    );
  }

  /** A call that the host did not carry out. */
  denied(command: string, text: string, toolDenialKind?: string): this {
    this.call('Bash', { command }, text, `Error: ${text}`, true);
    Object.assign(this.records.at(-1) ?? {}, toolDenialKind === undefined ? {} : { toolDenialKind });
    return this;
  }

  interrupt(forTool = false): this {
    return this.add('user', [{ type: 'text', text: `[Request interrupted by user${forTool ? ' for tool use' : ''}]` }]);
  }

  answers(text: string): this {
    return this.add('assistant', [{ type: 'text', text }]);
  }

  add(type: string, content: unknown, more: Record<string, unknown> = {}): this {
    const n = this.records.length;
    this.records.push({
      parentUuid: `parent-${n}`,
      isSidechain: false,
      type,
      message: { role: type, content },
      uuid: `record-${n}`,
      timestamp: new Date(Date.UTC(2026, 2, 24, 13, 0, n)).toISOString(),
      cwd: CWD,
      sessionId: 'session-1',
      gitBranch: 'main',
      entrypoint: 'cli',
      ...more,
    });
    return this;
  }

  read(id = 'session-1'): ReadSession {
    return readSession(this.records, id);
  }

  /** What was found, as `TAG text`. */
  found(): string[] {
    return this.read().found.map(({ tag, text }) => `${tag} ${text}`);
  }
}

/** What a survey and a full reading show of a session. */
interface ReadSession extends SurveyedSession {
  prompts: (SurveyedSession['prompts'][number] & { text: string })[];
  found: FoundEvent[];
}

/** Reads any values as the lines of one session's transcript. */
export function readSession(values: readonly unknown[], id = 'session-1'): ReadSession {
  const options = { id, projects: PROJECTS, sha1, now: NOW };
  const survey = SessionReducer.survey(options);
  const full = SessionReducer.full({ ...options, project: CWD, began: null });
  for (const [index, value] of values.entries()) {
    const own = isRecord(value) && 'sessionId' in value ? { ...value, sessionId: id } : value;
    for (const reducer of [survey, full]) reducer.add(own, { file: `${id}.jsonl`, line: index + 1 });
  }
  const { facts, events: found } = full.end();
  const texts = new Map(facts.prompts.map(({ record, text }) => [record, text]));
  const { prompts, ...surveyed } = survey.endSurvey();
  return { ...surveyed, prompts: prompts.map((prompt) => ({ ...prompt, text: texts.get(prompt.id) ?? '' })), found };
}

export function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
