import { describe, expect, it } from 'vitest';
import { HOST_LOOK_ALIKES, INTERNAL_HOSTS } from '#tests/fixtures/redaction/internal-hosts.ts';
import { findingsIn } from './scanning.ts';

describe('hosts of private networks', () => {
  it.each(INTERNAL_HOSTS)('finds the one in %j', async (text, host) => {
    const findings = await findingsIn([text]);
    expect(findings.filter(({ value }) => value.includes(host))).toEqual([
      expect.objectContaining({ class: 'review' }),
    ]);
  });

  it.each(HOST_LOOK_ALIKES)('finds none in %j', async (text) => {
    expect(await findingsIn([text])).toEqual([]);
  });

  it('are found behind the user of an ssh address', async () => {
    const findings = await findingsIn(['git clone git@git.acme.internal:tide/mark.git']);
    expect(findings.map(({ kind, value }) => [kind, value])).toEqual([['private host', 'git.acme.internal']]);
  });
});
