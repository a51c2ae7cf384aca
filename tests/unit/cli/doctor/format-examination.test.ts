import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatFinding } from '#src/cli/doctor/format-examination.ts';
import { SUBJECT_OF } from '#src/cli/doctor/subjects.ts';
import { plain, rendered } from '#src/cli/terminal/text.ts';
import type { HealthFinding } from '#src/doctor/health-finding.ts';

const FINDING: HealthFinding = {
  code: 'not-installed',
  level: 'problem',
  what: 'session-chronicle is not installed: Claude Code has neither its hooks nor its plugin.',
  why: 'Sessions are not recorded.',
  advice: 'chronicle init',
};

describe('formatFinding', () => {
  it('says what is wrong, why it matters and how to fix it, one line each where nothing limits the width', () => {
    expect(plain(formatFinding(FINDING, Number.POSITIVE_INFINITY)).split('\n')).toEqual([
      `Problem: ${FINDING.what}`,
      '  Sessions are not recorded.',
      '  Fix: chronicle init',
    ]);
  });

  it('wraps at words, and gives a choice of commands a line each', () => {
    const advice =
      'To keep the plugin only:\nchronicle uninstall\nTo keep the settings only:\nclaude plugin uninstall x';
    expect(plain(formatFinding({ ...FINDING, advice }, 60)).split('\n')).toEqual([
      'Problem: session-chronicle is not installed: Claude Code has',
      'neither its hooks nor its plugin.',
      '  Sessions are not recorded.',
      '  Fix: To keep the plugin only:',
      '         chronicle uninstall',
      '       To keep the settings only:',
      '         claude plugin uninstall x',
    ]);
  });

  it('colours the level and the command only', () => {
    expect(rendered(formatFinding(FINDING, 100), true)).toContain('\u001b[36mchronicle');
  });
});

describe('SUBJECT_OF', () => {
  it('has a subject for every finding', () => {
    const texts = globSync('src/doctor/*.ts').map((path) => readFileSync(path, 'utf8'));
    const codes = texts.flatMap((text) =>
      [...text.matchAll(/code: (.*),$/gm)].flatMap(([, value = '']) => value.match(/(?<=')[a-z-]+(?=')/g) ?? []),
    );
    expect(codes.length).toBeGreaterThan(30);
    expect(codes.filter((code) => code !== 'no-config' && !(code in SUBJECT_OF))).toEqual([]);
  });
});
