import { closeSync, ftruncateSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { BUNDLE } from './bundle-process.ts';
import { chronicle } from './chronicle-text.ts';
import { endPayload, startPayload, toolPayload } from './payloads.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

const ID = 'counted-session';
const COUNT_CALLS = fileURLToPath(new URL('count-calls.cjs', import.meta.url));

/** Fills an archive with sessions in the project, index entries for a tenth of them, and project directories for a hundredth. */
function fill(box: Sandbox, sessions: number): void {
  const byId = join(box.state, 'index/by-id');
  mkdirSync(byId, { recursive: true });
  mkdirSync(box.chronicleDirectory, { recursive: true });
  const project = box.chronicleDirectory.split('/').at(-2);
  for (let n = 0; n < sessions; n++) {
    const day = `20${String(10 + (n % 15)).padStart(2, '0')}-${String(1 + (n % 12)).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`;
    const name = `${day}-main-${n + 2}.md`;
    const text = chronicle({ id: `old-${n}`, date: day, events: ['- 09:00 [DECISION] old'] });
    writeFileSync(join(box.chronicleDirectory, name), text);
    if (n % 10 === 0) writeFileSync(join(byId, `old-${n}`), `${project}/chronicle/${name}\n`);
    if (n % 100 === 0) mkdirSync(join(box.config, 'projects', `-other-${n}`, 'chronicle'), { recursive: true });
  }
}

/** The file system calls of each command in a session's life, normalised so that two sandboxes can be compared. */
async function callsOf(box: Sandbox): Promise<Record<string, string[]>> {
  const transcript_path = join(box.root, 'transcript.jsonl');
  const transcript = openSync(transcript_path, 'w');
  ftruncateSync(transcript, 100 * 1024 * 1024);
  closeSync(transcript);
  const fields = { session_id: ID, cwd: box.project, transcript_path };
  const commands: [string, string[], string][] = [
    ['startup', ['session-start'], startPayload(fields)],
    ['resume', ['session-start'], startPayload(fields, 'resume')],
    ['question', ['note', 'question'], 'Which port?'],
    ['before compaction', ['before-compaction'], JSON.stringify({ ...fields, trigger: 'auto' })],
    ['compact', ['session-start'], startPayload(fields, 'compact')],
    ['log', ['log', 'ERROR'], 'what happened'],
    ['end', ['session-end'], endPayload(fields)],
    ['summary', ['summary'], 'words'],
    ['second end', ['session-end'], endPayload(fields)],
    ['offer', ['session-start'], startPayload({ ...fields, session_id: 'next' })],
    ['permission', ['pre-tool-use'], toolPayload('chronicle tags', { transcript_path })],
  ];
  // An earlier session, whose end made the project's index of notebooks.
  await box.start('first');
  await box.agent('first', 'note question', 'Which host?');
  await box.end('first');
  const calls: Record<string, string[]> = {};
  const CALLS_FILE = join(box.root, 'calls.json');
  for (const [name, args, input] of commands) {
    const env = { NODE_OPTIONS: `--require ${COUNT_CALLS}`, CALLS_FILE, CLAUDE_CODE_SESSION_ID: ID };
    const { code, stderr } = await box.run(args, input, { env });
    expect([name, code, stderr]).toEqual([name, 0, '']);
    const noted: string[] = JSON.parse(readFileSync(CALLS_FILE, 'utf8'));
    // Node itself loads the bundle.
    const ours = noted.filter((call) => !call.includes(`${dirname(BUNDLE)}/`));
    calls[name] = ours.map((call) =>
      call
        .replaceAll(box.root, '')
        .replaceAll(box.root.replace(/[^A-Za-z0-9]/g, '-'), '')
        .replace(/\d+\.[^/]*\.tmp(?=$|\/)/, 'x.tmp')
        // The file in a lock, which tells its holder.
        .replace(/\.(tmp|lock)\/\d+\.\d*\.[^/]*$/, '.$1/holder')
        .replace(/^\w+ \/proc\/.*/, 'process')
        // Its name is a digest of the project's path.
        .replace(/(noted(?:\/\.tmp)?)\/[0-9a-f]{8,13}\b/, '$1/x'),
    );
  }
  return calls;
}

describe('the file system calls of hooks and commands', () => {
  let few: Record<string, string[]>;
  beforeAll(async () => {
    const small = openSandbox();
    fill(small, 1);
    few = await callsOf(small);
  });

  it('flush a file before it gets its name, then the name', () => {
    // Without it, data would be lost only in a power failure.
    expect(few.startup?.join('\n')).toMatch(
      /x\.tmp\n(?:.*\n)*?fsyncSync\n(?:.*\n)*?linkSync .*x\.tmp\n(?:.*\n)*?fsyncSync\n/,
    );
    for (const command of ['log', 'end', 'summary'])
      expect(few[command]?.join('\n')).toMatch(
        /x\.tmp\n(?:.*\n)*?fsyncSync\n(?:.*\n)*?renameSync .*x\.tmp\n(?:.*\n)*?fsyncSync\n/,
      );
  });

  it('are the same with 10,000 chronicles as with one, and never touch the transcript', {
    tags: 'sample',
  }, async () => {
    const large = openSandbox();
    fill(large, IS_WHOLE ? 10_000 : 500);
    const many = await callsOf(large);
    expect(many).toEqual(few);
    for (const [name, calls] of Object.entries(many)) {
      expect([name, calls.filter((call) => call.includes('transcript'))]).toEqual([name, []]);
      const listed = calls.filter((call) => call.startsWith('readdir') || call.startsWith('opendir'));
      for (const call of listed)
        expect([name, call]).toEqual([
          name,
          expect.stringMatching(/\/(?:\.tmp|live|harvest|memory|\.tmp\/[^/]+\.lock)$/),
        ]);
    }
    // Any call ends an open question, unless another installation answers for the session.
    const state = expect.stringMatching(/^openSync .*\/index\/live\/[^/]+$/);
    expect(many.permission?.filter((call) => call.includes('/'))).toEqual([state, state]);
    expect(few.startup?.length).toBeLessThan(120);
    expect(few.log?.length).toBeLessThan(120);
  });
});
