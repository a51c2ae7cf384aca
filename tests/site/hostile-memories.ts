import { aProposal } from '#tests/support/memory-lines.ts';
import { LONG_WORD } from './hostile-session.ts';

/** Memories, a history and proposals by an attacker, in the project of the hostile sessions. */
const SCRIPT = '<script>window.harmed = true</script>';
const IMAGE = '<img src="https://evil.example/beacon.png" onerror="window.harmed = true">';
const MARKUP = '00000000-0000-4000-8000-00000000beef';

export const HOSTILE_MEMORIES: Record<string, string> = {
  'q?<b> ü.md': `---
name: ${JSON.stringify(`${SCRIPT} ${LONG_WORD}`)}
description: ${JSON.stringify(`${IMAGE} ${LONG_WORD}`)}
type: user
---

# Top ${SCRIPT}

${IMAGE} [click](javascript:window.harmed=true) [[feedback_gone]] [[nothing ${SCRIPT}]] ${LONG_WORD}

\`\`\`html
</code></pre>${SCRIPT}
\`\`\`
`,
  'no-front-matter.md': `---\n{{ template }}\n---\n${SCRIPT}`,
  'MEMORY.md': `- [${SCRIPT}](q%3F%3Cb%3E%20%C3%BC.md) — ${IMAGE} [click](javascript:window.harmed=true)\n- [${LONG_WORD}](${LONG_WORD}.md)\n`,
};

const gone = { file: 'feedback_gone.md', session_id: MARKUP, events: [`${MARKUP}#e-000000`, SCRIPT], source: 'retro' };
const reason = `${SCRIPT} ${IMAGE} ${LONG_WORD}`;
const proposal = aProposal({
  ...{ proposed: '2026-06-01T09:00:00Z', session_id: MARKUP, text: SCRIPT, events: [SCRIPT], reason },
});

/** Below the chronicle directory. */
export const HOSTILE_RECORD: Record<string, string> = {
  'memory-ledger.jsonl': [
    { ...gone, id: 'l-1', at: '2026-06-01T08:10:00Z', action: 'new', before: null, after: 'ab' },
    { ...gone, id: 'l-2', at: '2026-06-02T21:10:00Z', action: 'delete', before: 'ab', after: null },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
  'memory/proposals.jsonl': [
    { ...proposal, id: 'p-0000aa', state: 'open', action: 'NEW', file: `${SCRIPT.replaceAll('/', '')}.md` },
    { ...proposal, id: 'p-0000bb', state: 'open', action: 'STRENGTHEN', file: 'q?<b> ü.md' },
    {
      ...proposal,
      id: 'p-0000cc',
      state: 'skipped',
      decided: '2026-06-01T09:30:00Z',
      action: 'NEW',
      file: 'feedback_gone.md',
    },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join(''),
};
