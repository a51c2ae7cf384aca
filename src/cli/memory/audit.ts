import { type CommandHelp, defineCommand } from '../command.ts';
import { pathsIn } from '#src/lib/env.ts';
import { INDEX_FILE, memoryPlace } from '#src/lib/paths.ts';
import { capitalised } from '#src/lib/spelled.ts';
import { oneLine } from '#src/lib/text/clip.ts';
import { counted } from '#src/lib/text/day.ts';
import { auditProjects } from '#src/memory/audit.ts';
import { printResult, say } from '../terminal/print.ts';
import { dim, joined, line } from '../terminal/text.ts';
import { measureOf, wrap } from '../terminal/wrap.ts';
import { VIEW_ARGS, viewedMemory } from './own-memory.ts';

export const help: CommandHelp = {
  exits: { 1: 'with --strict, there are findings' },
};

export const command = defineCommand({
  meta: {
    name: 'chronicle memory audit',
    description:
      'Find problems in memories: an index past its limits, missing files or entries, near-duplicates, memories still being broken or never applied',
  },
  args: {
    ...VIEW_ARGS,
    strict: { type: 'boolean', description: 'Exit with 1 if there are findings' },
  },
  run({ args, io }) {
    const { memory, results } = viewedMemory(io, args.project);
    const audits = auditProjects(memory, results);
    const found = audits.flatMap(({ project, findings }) => findings.map((finding) => ({ project, finding })));
    const lines = found.map(({ project, finding }) => {
      // A line number is one of MEMORY.md.
      const { line: number, file, message, advice } = finding;
      const place = number === null ? (file ?? INDEX_FILE) : `${INDEX_FILE}:${number}`;
      const path = oneLine(`${memoryPlace(pathsIn(io.env), project.directory).memory}/${place}`);
      return wrap(line`${dim(`${path}:`)} ${oneLine(`${message} ${advice}`)}`, measureOf(io.stdout.columns));
    });
    printResult(io, joined(lines));
    const [files, where] = [memory.files.length, audits.length > 1 ? ` of ${audits.length} projects` : ''];
    if (files === 0 && found.length === 0) say(io, 'No memories to audit.');
    else
      say(io, `${capitalised(counted(found.length, 'finding'))} in ${counted(files, 'memory', 'memories')}${where}.`);
    return args.strict && found.length > 0 ? 1 : 0;
  },
});
