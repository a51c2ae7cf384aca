import { describe, expect, it } from 'vitest';
import { findingHash } from '#src/redaction/decide.ts';
import { planPost } from '#src/posts/export/plan-post.ts';
import type { TargetName } from '#src/posts/export/post.ts';
import { prepareDraft } from '#src/posts/export/prepare-draft.ts';
import { TARGETS } from '#src/posts/export/targets.ts';
import { aSession } from '#tests/unit/archive/a-session.ts';
import { leaks, withSecretlint } from '#tests/unit/redaction/scanning.ts';
import { archiveOf, draftOf } from './draft-archive.ts';

const SECRETS = {
  details: ['ghp', 'Q7kZ2mX9pL4vB8nR3tY6wC1sD5fG0hJaKeUo'].join('_'),
  paragraph: ['npm', 'v4Bk9Xw2Lq7Rt5Yz8Nc3Md6Pf1Hg0JsAeTuI'].join('_'),
  quote: ['glpat', 'x7Kq2Mv9Bt4Zr8Wd5Ly3'].join('-'),
  list: ['xoxb', '284719305617', '3920571846302', 'Kd8sMw2QzX7vRb4TnYc6LpHj'].join('-'),
  fence: ['sk', 'live', 'M3nB7vC1xZ9lK5jH2gF8dS4a'].join('_'),
};

const SESSION = aSession({
  id: 'session-1',
  body: `## Events\n\n- [ERROR] It printed a token\n  The log said ${wrapped(SECRETS.details, '\n  ')} at the end.\n`,
});
const EVENT = `session-1#${SESSION.chronicle.events[0]?.id}`;
const BODY = [
  `It all began as ${wrapped(SECRETS.paragraph, '\n')} was in a log.`,
  `> Nobody saw ${wrapped(SECRETS.quote, '\n> ')} before.`,
  `- one\n- the bot had ${wrapped(SECRETS.list, '\n  ')} by then`,
  `\`\`\`\n$ deploy --now\n${wrapped(SECRETS.fence, '\n')}\ndone\n\`\`\``,
  `<Event id="${EVENT}" />`,
].join('\n\n');

function wrapped(secret: string, line: string): string {
  return secret.slice(0, 18) + line + secret.slice(18);
}

describe('planPost', () => {
  it.each(Object.keys(TARGETS) as TargetName[])('publishes no part of a wrapped secret: %s', async (target) => {
    const scanContext = { detectors: await withSecretlint(), hash: findingHash, today: '2026-11-21', problems: [] };
    const draft = draftOf(BODY, { sources: [{ session: 'session-1', digest: '' }] });
    const prepared = await prepareDraft(draft, archiveOf([SESSION]), scanContext);
    expect(prepared.findings.map(({ kind }) => kind).toSorted()).toEqual([
      'GitHub token',
      'GitLab token',
      'Slack token',
      'Stripe key',
      'block quote',
      'npm token',
    ]);
    const { text } = await planPost({ prepared, scanContext, target, options: {} });
    for (const [place, secret] of Object.entries(SECRETS)) expect(leaks(secret, text), place).toBe(false);
    expect(text).toMatch(/by then/);
    expect(text).toMatch(/at the end/);
  });
});
