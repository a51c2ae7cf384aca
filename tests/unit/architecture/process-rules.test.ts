/** Only the entry points touch their process: everything below them gets a World or an Io. */
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** The files that create the real World and Io, or end the process. */
const ENTRIES = [
  'src/cli/main.ts',
  'src/cli/site/compile-pages.ts',
  'src/cli/terminal/pressed-key.ts',
  'src/cli/terminal/real-io.ts',
  'src/node/world.ts',
  'src/node/stdin.ts',
];
/** Code that asks a person in a terminal. */
const PROMPTS = 'src/cli/terminal/prompts.ts';
/** Facts that are the same for every process on a machine. */
const FACTS = ['getBuiltinModule', 'platform', 'versions', 'execPath', 'pid', 'getuid', 'kill', 'umask', 'uptime'];

interface Source {
  path: string;
  text: string;
}

/** A sentence for each place that uses the process, the console or a prompt. */
function processFaults({ path, text }: Source): string[] {
  if (ENTRIES.includes(path)) return [];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const faults: string[] = [];
  const visit = (node: ts.Node) => {
    const fault = ts.isIdentifier(node)
      ? identifierFault(node)
      : ts.isStringLiteral(node)
        ? moduleFault(path, node)
        : null;
    if (fault !== null) faults.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${fault}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

function identifierFault(node: ts.Identifier): string | null {
  const { parent, text } = node;
  if (text === 'realWorld' && ts.isCallExpression(parent)) return 'makes the real World.';
  const isProperty = (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) && parent.name === node;
  if (isProperty) return null;
  if (text === 'console') return 'prints with console.';
  if (text !== 'process') return null;
  const isFact = ts.isPropertyAccessExpression(parent) && FACTS.includes(parent.name.text);
  return isFact ? null : `uses ${parent.getText().split('\n', 1)[0]}.`;
}

function moduleFault(path: string, { text }: ts.StringLiteral): string | null {
  if (/^node:(?:process|readline(?:\/promises)?|tty)$/.test(text)) return `imports ${text}.`;
  return text === '@clack/prompts' && path !== PROMPTS ? 'asks by itself.' : null;
}

const sources: Source[] = globSync('src/**/*.ts')
  .map((path) => path.replaceAll('\\', '/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('nothing below the entry points touches the process', () => {
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.flatMap(processFaults)).toEqual([]);
});

describe('a planted line is refused', () => {
  it.each([
    'const world = realWorld();',
    "process.stdout.write('x');",
    "process.stderr.write('x');",
    'if (process.stdin.isTTY) run();',
    'const { CI } = process.env;',
    'process.exit(1);',
    'process.exitCode = 1;',
    'const here = process.cwd();',
    "process.chdir('/');",
    "process.once('SIGINT', stop);",
    'const { stdout } = process;',
    "console.log('x');",
    "import { stdout } from 'node:process';",
    "import { createInterface } from 'node:readline';",
    "const { confirm } = await import('@clack/prompts');",
  ])('%s', (text) => {
    expect(processFaults({ path: 'src/cli/archive/list.ts', text })).toHaveLength(1);
    expect(processFaults({ path: 'src/node/memory/apply.ts', text })).toHaveLength(1);
  });

  it('facts that are the same for every process are allowed', () => {
    expect(processFaults({ path: 'src/cli/site/astro.ts', text: 'const { node } = process.versions;' })).toEqual([]);
  });
});
