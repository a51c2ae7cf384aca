import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Archive } from '#src/archive/archive.ts';
import { openArchive } from '#src/archive/archive.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

/** An archive directory, `<root>/<project-dir>/chronicle/*.md`, to be filled. */
export class ArchiveFixture {
  readonly root = temporaryDirectory();

  /** Writes a session of the project `larder`, or another. */
  write(name: string, events: readonly string[], { summary = '', project = 'larder' } = {}): this {
    const directory = join(this.root, `-home-robin-${project}`, 'chronicle');
    mkdirSync(directory, { recursive: true });
    const [year, month, day, ...branch] = name.split('-');
    const lines = [
      '---',
      `session_id: ${project}-${name}`,
      `date: ${year}-${month}-${day}`,
      `branch: ${branch.join('-')}`,
      'task: LAR-1',
      `started: ${year}-${month}-${day}T09:00:00Z`,
      `cwd: /home/robin/${project}`,
      '---',
      '',
      '## Events',
      '',
      ...events,
      '',
      '## Summary',
      '',
      summary,
    ];
    writeFileSync(join(directory, `${name}.md`), `${lines.join('\n')}\n`);
    return this;
  }

  open(watch = false): Archive {
    const archive = openArchive({ roots: [this.root], origin: 'own', watch });
    onTestFinished(() => archive.close());
    return archive;
  }
}
