import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ON_DISK } from '#src/lib/checkout.ts';
import { rebuildBook } from '#src/notes/book-file.ts';
import { writeIndexEntry } from '#src/record/index-entry.ts';
import { projectAt } from '#src/record/where.ts';
import { LAYERS } from '#src/lib/layers.ts';
import { layoutOf } from '#src/lib/paths.ts';
import { estimatedTokens } from '#src/lib/estimated-tokens.ts';
import { ROOT } from '#tests/support/root.ts';
import { type Case, environment, plain, report, runRounds } from './hook-cases.ts';
import { timeProcess } from './timed-process.ts';

const START = [process.execPath, join(ROOT, 'hooks/dist/chronicle.cjs'), 'session-start'];
const SESSIONS = 10_000;
const OBSERVATIONS = 5;
const LAYER_CASES = [
  ['SessionStart, observations off', ['log', 'notes']],
  ['SessionStart with a full briefing', LAYERS],
] as const;

/**
 * What a full briefing adds to the start of a session, as whole processes against `node -e 0`: 10,000 sessions, 50,000
 * observations. The index of the book is there, as the session before has left it.
 */
export async function run(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'bench-briefing-'));
  try {
    const project = join(home, 'project');
    const layout = layoutOf(join(home, 'config'));
    const directory = project.replace(/[^A-Za-z0-9]/g, '-');
    mkdirSync(project);
    const chronicles = join(layout.projects, directory, 'chronicle');
    mkdirSync(join(chronicles, 'notebooks'), { recursive: true });
    for (let n = 0; n < SESSIONS; n++) {
      const id = `session-${n}`;
      const day = new Date(Date.UTC(2024, 0, 1) + n * 7_200_000).toISOString().slice(0, 10);
      const name = `${day}-detached-${n}.md`;
      const front = `session_id: ${id}\ndate: ${day}\nbranch: detached\nstarted: ${day}T09:00:00Z\n`;
      writeFileSync(join(chronicles, name), `---\n${front}---\n\n## Events\n\n## Summary\n`);
      writeFileSync(join(chronicles, 'notebooks', name), notebook(id, n));
      writeIndexEntry(layout, id, directory, name);
    }
    const started = performance.now();
    const book = rebuildBook(layout, projectAt(directory, directory, ON_DISK));
    const rebuilt = performance.now() - started;
    const start = (name: string, layers: readonly string[]): Case => ({
      name,
      costs: [],
      run(round) {
        const id = `bench-${round + 3}-${layers.length}`;
        writeFileSync(layout.settings, JSON.stringify({ layers }));
        return timeProcess(START, startPayload(id, project), environment(home, id), project);
      },
    });
    const cases = [plain(home), ...LAYER_CASES.map(([name, layers]) => start(name, layers))];
    runRounds(cases);
    report(cases);
    for (const [name, layers] of LAYER_CASES) {
      writeFileSync(layout.settings, JSON.stringify({ layers }));
      console.log(`\n${name}: about ${estimatedTokens(contextOf(home, project, `text-${layers.length}`))} tokens.`);
    }
    console.log(`\nMaking the index of ${book.count} observations took ${rebuilt.toFixed(0)} ms.`);
  } finally {
    rmSync(home, { recursive: true });
  }
}

function notebook(id: string, n: number): string {
  const lines = Array.from({ length: OBSERVATIONS }, (_, k) => {
    const title = `Observation ${k} of session ${n}: the limiter of the deliveries list counts per address`;
    return `- 10:${10 + k} [discovery] [P${(k % 3) + 1}] ${title}\n  Narrative: ${'It took a while to see. '.repeat(20)}\n  Files: src/file-${n % 50}.ts\n`;
  });
  return `---\nsession_id: ${id}\n---\n\n## Open Questions\n\n- 10:00 Does step ${n} fit?\n\n## Observations\n\n${lines.join('')}\n## Handoff\n\nCurrent Task: Step ${n}\nSuggested Next: Step ${n + 1}\n`;
}

const startPayload = (id: string, cwd: string) => JSON.stringify({ session_id: id, cwd, source: 'startup' });

function contextOf(home: string, project: string, id: string): string {
  const [node = '', ...args] = START;
  const options = { input: startPayload(id, project), env: environment(home, id), cwd: project };
  return JSON.parse(spawnSync(node, args, { ...options, encoding: 'utf8' }).stdout).hookSpecificOutput
    .additionalContext;
}
