import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAllowedCommand } from '#src/memory/tool-call.ts';
import { IS_WHOLE } from '#tests/support/sampled.ts';
import { toolPayload } from './payloads.ts';
import { ALLOWED, NOT_ALLOWED } from './permission-commands.ts';
import { filesBelow, openQuickSandbox } from './sandbox.ts';
import { SHELLS, witness } from './shell-witness.ts';

/** The session that some of the commands name. */
function isAllowed(command: string): boolean {
  return isAllowedCommand(command, 'abc-1.2_3');
}

describe('isAllowedCommand', () => {
  it.each(ALLOWED)('allows %j', (command) => {
    expect(isAllowed(command)).toBe(true);
  });

  it.each(NOT_ALLOWED)('says nothing to %j', (command) => {
    expect(isAllowed(command)).toBe(false);
  });

  it('scans a long command once', () => {
    const text = "'x' ".repeat(100_000);
    expect(isAllowed(`chronicle search ${text}`)).toBe(true);
    expect(isAllowed(`chronicle search ${text};`)).toBe(false);
    expect(isAllowed(`chronicle search ${"''".repeat(100_000)}`)).toBe(true);
  });
});

describe.each(SHELLS)('%s', (_, shell) => {
  it.skipIf(shell === null).each(ALLOWED)('runs only chronicle for %j, and changes no byte', (command, args, stdin) => {
    expect(witness(shell ?? '', command)).toEqual({ calls: [{ args, stdin }], others: [], created: [], stdout: '' });
  });
});

describe('a command with shell characters inserted anywhere', () => {
  const pieces = [
    ...'; & | > < ( ) { } " ! # * ? [ ] ~ ='.split(' '),
    ...['$', '`', '\\', "'", '\n', '\r', '\t', ' '],
    ..."&& || << <<< <<- >& $( ${ $' EOF".split(' '),
    ...['\nEOF\n', "<<'EOF'\n", '\ntouch x\n', '; touch x', ' x', 'x=1 ', '\\\n', '\u00a0', '\ufeff'],
  ];
  const mutated = fc
    .tuple(
      fc.constantFrom(...ALLOWED.map(([command]) => command)),
      fc.array(fc.tuple(fc.constantFrom(...pieces), fc.nat(1000), fc.nat(2)), { minLength: 1, maxLength: 3 }),
    )
    .map(([command, changes]) =>
      changes.reduce((text, [piece, where, removed]) => {
        const at = where % (text.length + 1);
        return text.slice(0, at) + piece + text.slice(at + removed);
      }, command),
    );

  it('makes exactly one call of chronicle and nothing else if it is allowed', { tags: 'sample' }, () => {
    let allowed = 0;
    fc.assert(
      fc.property(mutated, (command) => {
        if (!isAllowed(command)) return;
        allowed++;
        const { calls, others, created } = witness('/bin/bash', command);
        expect({ calls: calls.length, others, created }).toEqual({ calls: 1, others: [], created: [] });
      }),
      { numRuns: IS_WHOLE ? 1000 : 200 },
    );
    // Otherwise the property would also hold if nothing were ever allowed.
    expect(allowed).toBeGreaterThan(IS_WHOLE ? 100 : 20);
  });
});

describe('the hook', () => {
  it('answers allow for our command and nothing else', async () => {
    const box = openQuickSandbox();
    const finished = await box.run(['pre-tool-use'], toolPayload(ALLOWED[0]?.[0]));
    expect(finished).toSucceed();
    const decision = { permissionDecision: 'allow', permissionDecisionReason: expect.any(String) };
    expect(JSON.parse(finished.stdout)).toEqual({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } });
    expect(filesBelow(box.root)).toEqual([]);
  });

  it.each([
    ...['chronicle tags && touch x', 'for i in 1; do echo $i; done', 'FOO=1 chronicle tags', ''].map((command) =>
      toolPayload(command),
    ),
    toolPayload(undefined),
    toolPayload(['chronicle tags']),
    toolPayload('chronicle tags', { tool_name: 'Write' }),
    toolPayload('chronicle tags', { tool_input: null }),
    toolPayload('chronicle tags', { tool_input: 'chronicle tags' }),
    toolPayload('chronicle tags', { session_id: '../x' }),
    toolPayload('chronicle tags', { session_id: undefined }),
  ])('is silent for %s', async (payload) => {
    const box = openQuickSandbox();
    expect(await box.run(['pre-tool-use'], payload)).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    expect(filesBelow(box.root)).toEqual([]);
  });

  it("allows it for a subagent too, which has its parent's session", async () => {
    const box = openQuickSandbox();
    const payload = toolPayload('chronicle tags', { agent_id: 'a1', agent_type: 'Explore' });
    expect(await box.run(['pre-tool-use'], payload)).toSucceed('"allow"');
  });
});
