/** Commits of `git commit -q`, made in a real repository. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importTranscripts } from '#src/import/import-transcripts.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';
import { HarvestBox } from '../unit/import/harvest-box.ts';
import { Transcript } from '../unit/import/transcript.ts';

/** A session that runs commands in a repository, with what they really answer. */
class GitSession {
  readonly box = new HarvestBox();
  readonly root = join(temporaryDirectory('quiet-repository'), 'tidemark');
  readonly transcript = new Transcript().prompt('Tidy up the parser');

  constructor() {
    for (const directory of [this.root, `${this.root}-docs`]) {
      mkdirSync(directory);
      this.#bash(`git init -q -b main '${directory}'`);
    }
    this.box.chronicle('one', { front: `cwd: ${this.root}\n` });
  }

  /** Runs a command at the time that the transcript will have for it. */
  runs(command: string): this {
    const { status, output } = this.#bash(command);
    const text = status === 0 ? output : `Exit code ${status}\n${output}`;
    this.transcript.call('Bash', { command }, text, status === 0 ? {} : `Error: ${text}`, status !== 0);
    return this;
  }

  #bash(
    command: string,
    date = String(this.transcript.records.at(-1)?.timestamp),
  ): { status: number | null; output: string } {
    const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
      cwd: this.root,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        HOME: dirname(this.root),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Robin',
        GIT_AUTHOR_EMAIL: 'robin@example.test',
        GIT_COMMITTER_NAME: 'Robin',
        GIT_COMMITTER_EMAIL: 'robin@example.test',
        GIT_AUTHOR_DATE: date,
        GIT_COMMITTER_DATE: date,
      },
    });
    return { status, output: stdout + stderr };
  }

  /** What git answers after the session. */
  answer(command: string): string {
    return this.#bash(command, '2026-03-24T15:00:00Z').output.trim();
  }

  /** Reads the transcript. Returns the subjects and hashes of its commits. */
  async harvest(verb = 'harvest'): Promise<[string, string][]> {
    const { box } = this;
    box.transcript('one', this.transcript);
    const progress = { total: () => {}, read: () => {}, records: () => {} };
    const env = { ...box.env, variables: { CLAUDE_CONFIG_DIR: box.config } };
    if (verb === 'import') await importTranscripts(env, { isSelected: () => true, isDryRun: false, progress });
    else await box.harvest('one');
    return box.facts('one').commits.map(({ subject, hash }) => [subject, hash]);
  }
}

describe('a quiet commit', () => {
  it.each(['harvest', 'import'])('is recorded with its hash and reason, in each form (%s)', async (verb) => {
    const session = new GitSession()
      .runs('echo 1 >a; git add a; git commit -qm "Use a table" -m "The switch grew too long because cases repeat."')
      .runs('echo 2 >a; git commit -qam "Name the columns" -m "Their order changed twice."')
      .runs('echo 3 >a; git commit --quiet -a -F - <<EOF\nRead them lazily\n\nMost are never shown.\nEOF')
      .runs('echo 4 >a; git commit -am "Say it aloud"')
      .runs('echo 5 >a; git commit -qam One && echo 6 >a && git commit -qam Two -m "Since one is not enough."');
    const made = session.answer('git log --reverse --format="%s %h"').split('\n');
    const commits = await session.harvest(verb);
    expect(commits.map((each) => each.join(' '))).toEqual(made);
    expect(commits).toHaveLength(6);
    expect(session.box.facts('one').commits.map(({ body }) => body)).toEqual([
      'The switch grew too long because cases repeat.',
      'Their order changed twice.',
      'Most are never shown.',
      '',
      '',
      'Since one is not enough.',
    ]);
    expect(session.box.facts('one').found).toContainEqual(
      expect.objectContaining({
        tag: 'DECISION',
        text: expect.stringMatching(/^Use a table/),
        record: 'one-2',
        from: `commit ${commits[0]?.[1]}`,
      }),
    );
  });

  it('is left out if it was not made, or not in the repository of the session', async () => {
    const session = new GitSession().runs('echo 1 >a; git add a; git commit -qm Begin');
    writeFileSync(join(session.root, '.git/hooks/pre-commit'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    session
      .runs('echo 2 >a; git commit -qam "Use a table" -m "Because."')
      .runs('cd ../tidemark-docs && git commit -q --allow-empty -m "Write it down" -m "Because."')
      .runs('git -C ../tidemark-docs commit -q --allow-empty -m "Write more" -m "Because."')
      .runs('git commit -q --no-verify -am "Use a map" && false');
    expect((await session.harvest()).map(([subject]) => subject)).toEqual(['Begin', 'Use a map']);
  });

  it('is known by the hash it had, although it was rebased, and stays when the repository is gone', async () => {
    const session = new GitSession()
      .runs('echo 1 >a; git add a; git commit -qm Begin')
      .runs('echo 2 >a; git commit -qam "Use a tabel" -m "Because."')
      .runs('git commit -q --amend -m "Use a table" -m "Because."');
    const made = session.answer('git log --reverse --format="%s %h"').split('\n');
    session.answer('git rebase -q --root --exec "git commit -q --amend --no-edit -s"');
    expect(session.answer('git log -1 --format=%h')).not.toBe(made.at(-1)?.split(' ').at(-1));
    const commits = await session.harvest();
    expect(commits.map((each) => each.join(' '))).toEqual(made);
    rmSync(session.root, { recursive: true });
    session.transcript.prompt('And now?').answers('Nothing is left to do.');
    expect(await session.harvest()).toEqual(commits);
    expect(session.box.facts('one').head.prompts).toBe(2);
  });
});
