/* What the real client writes for each tool of a session script: the call's input and the result as the model and the host see it. */
import { posix } from 'node:path';
import { structuredPatch } from 'diff';
import type { StepOf } from './session-script.ts';

export type ToolStep = StepOf<'bash' | 'edit' | 'write' | 'read' | 'tool'>;

export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
}

export interface ToolResult {
  /** What the model reads. */
  content: unknown;
  toolUseResult: unknown;
  isError: boolean;
  /** Fields of the record beside the result. */
  fields?: Record<string, unknown>;
}

/** The files of a session, as far as its calls have shown them. */
export type KnownFiles = Map<string, string>;

const REFUSED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). ";
const STOP = 'STOP what you are doing and wait for the user to tell you how to proceed.';
const CURRENT = '(file state is current in your context — no need to Read it back)';

/** A refusal: in the client's words, or in the person's. */
export function refusal(reason: string | true): ToolResult {
  if (reason === true) {
    const fields = { toolDenialKind: 'user-rejected', toolDenialBeforeRun: true };
    return { content: `${REFUSED}${STOP}`, toolUseResult: 'User rejected tool use', isError: true, fields };
  }
  const content = `${REFUSED}To tell you how to proceed, the user said:\n${reason}`;
  const fields = { toolDenialKind: 'user-rejected', userFeedback: reason, holdsPersonsWords: true };
  return { content, toolUseResult: `Error: ${content}`, isError: true, fields };
}

/** A refusal in `claude -p`, where nobody can be asked. */
export function denial(name: string): ToolResult {
  const content = `Claude requested permissions to use ${name}, but you haven't granted it yet.`;
  return { content, toolUseResult: `Error: ${content}`, isError: true, fields: { toolDenialKind: 'user-rejected' } };
}

export function callOf(step: ToolStep, project: string): ToolCall {
  const path = (file: string) => posix.resolve(project, file);
  if (step.kind === 'bash') {
    const description = `Run ${step.bash.split(/\s+/).slice(0, 2).join(' ')}`;
    return { name: 'Bash', input: { command: step.bash, description } };
  }
  if (step.kind === 'edit') {
    const input = { replace_all: false, file_path: path(step.edit), old_string: step.old, new_string: step.new };
    return { name: 'Edit', input };
  }
  if (step.kind === 'write') return { name: 'Write', input: { file_path: path(step.write), content: step.content } };
  if (step.kind === 'read') return { name: 'Read', input: { file_path: path(step.read) } };
  return { name: step.tool, input: step.input ?? {} };
}

/** What came of a call that was carried out. */
export function resultOf(step: ToolStep, call: ToolCall, files: KnownFiles): ToolResult {
  if (step.fails !== undefined) return failure(step, step.fails);
  if (step.kind === 'bash') return bashResult(step);
  if (step.kind === 'edit') return editResult(step, String(call.input.file_path), files);
  if (step.kind === 'write') return writeResult(step, String(call.input.file_path), files);
  if (step.kind === 'read') return readResult(step, String(call.input.file_path), files);
  const output = step.output ?? '';
  const isMcp = step.tool.startsWith('mcp__');
  const blocks = [{ type: 'text', text: output }];
  return { content: isMcp ? blocks : output, toolUseResult: isMcp ? blocks : { result: output }, isError: false };
}

function failure(step: ToolStep, message: string): ToolResult {
  const said = step.kind === 'bash' ? `Exit code ${step.code ?? 1}${message === '' ? '' : `\n${message}`}` : message;
  const isHosts = step.kind !== 'bash' && !(step.kind === 'tool' && step.tool.startsWith('mcp__'));
  const content = isHosts ? `<tool_use_error>${said}</tool_use_error>` : said;
  return { content, toolUseResult: `Error: ${said}`, isError: true };
}

function bashResult({ bash, output = '' }: StepOf<'bash'>): ToolResult {
  const gitOperation = gitOperationOf(bash, output);
  const toolUseResult = {
    stdout: output,
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: output === '',
    ...(gitOperation === null ? {} : { gitOperation }),
  };
  const content = output === '' ? '(Bash completed with no output)' : output;
  return { content, toolUseResult, isError: false };
}

/** What the client itself recognises in the output of git and gh. */
function gitOperationOf(command: string, output: string): object | null {
  const [, branch, sha] = /^\[([^\s\]]+)(?: \([^)]*\))? ([0-9a-f]{7,40})\]/m.exec(output) ?? [];
  if (/\bgit\b.*\bcommit\b/s.test(command) && sha !== undefined)
    return { commit: { sha, kind: command.includes('--amend') ? 'amended' : 'committed', branch } };
  const [url, number] = /https:\/\/\S+\/pull\/(\d+)/.exec(output) ?? [];
  if (command.includes('gh pr create') && url !== undefined)
    return { pr: { number: Number(number), url, action: 'created' } };
  return null;
}

function editResult(step: StepOf<'edit'>, filePath: string, files: KnownFiles): ToolResult {
  const known = files.get(filePath);
  const originalFile = known?.includes(step.old) ? known : `${step.old}\n`;
  const next = originalFile.replace(step.old, () => step.new);
  files.set(filePath, next);
  const toolUseResult = {
    filePath,
    oldString: step.old,
    newString: step.new,
    originalFile,
    structuredPatch: patchOf(originalFile, next),
    userModified: false,
    replaceAll: false,
  };
  return { content: `The file ${filePath} has been updated successfully. ${CURRENT}`, toolUseResult, isError: false };
}

function writeResult(step: StepOf<'write'>, filePath: string, files: KnownFiles): ToolResult {
  const originalFile = files.get(filePath) ?? null;
  files.set(filePath, step.content);
  const toolUseResult = {
    type: originalFile === null ? 'create' : 'update',
    filePath,
    content: step.content,
    structuredPatch: originalFile === null ? [] : patchOf(originalFile, step.content),
    originalFile,
    userModified: false,
  };
  const content =
    originalFile === null
      ? `File created successfully at: ${filePath} ${CURRENT}`
      : `The file ${filePath} has been updated successfully. ${CURRENT}`;
  return { content, toolUseResult, isError: false };
}

function readResult(step: StepOf<'read'>, filePath: string, files: KnownFiles): ToolResult {
  const content = step.output ?? files.get(filePath) ?? '…\n';
  files.set(filePath, content);
  const lines = content.split('\n');
  const file = { filePath, content, numLines: lines.length, startLine: 1, totalLines: lines.length };
  return {
    content: lines.map((line, index) => `${index + 1}\t${line}`).join('\n'),
    toolUseResult: { type: 'text', file },
    isError: false,
  };
}

const patchOf = (before: string, after: string) =>
  structuredPatch('', '', before, after).hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart,
    oldLines,
    newStart,
    newLines,
    lines,
  }));
