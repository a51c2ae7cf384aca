/**
 * A chronicle by somebody who wants it to do harm when it is published: markup of every generator, forged front
 * matter, what a terminal obeys, and secrets in every place that a text can stand in.
 */

import { madeSecrets } from '../fixtures/redaction/made-secrets.ts';
import { COMMON_TOKENS } from '../fixtures/redaction/secret-forms.ts';

const ESCAPE = '\u001b]0;owned\u0007\u001b[2J';
const BIDI = '\u202egnp.exe\u2066';

/** Markup that is live in some generator. It may appear in the output only as text. */
const LIVE = [
  '<script>window.harmed=1</script>',
  '<img src=x onerror=window.harmed=1>',
  '{% include secrets.html %}{{ site.github }}',
  '{{< include "x" >}}{{% raw %}}',
  '{window.harmed}',
  'export const x = 1',
  "import x from 'y'",
  '{: onclick="harmed()"}',
  '[a](javascript:harmed())',
  '![b](https://evil.example/b.png)',
  '<!-- more -->',
  '&lt;b&gt; &#60;script&#62;',
].join(' ');

const FORGED = 'x\\n---\\ndraft: false\\npublished: true\\nlayout: evil';

export interface Hostile {
  text: string;
  /** All secrets in the text. */
  secrets: string[];
}

/** A hostile chronicle of a session in `cwd`. */
export function hostileChronicle(id: string, cwd: string): Hostile {
  const made = madeSecrets(COMMON_TOKENS).filter(({ frame }) => frame === 'in the middle');
  const [inTitle, inLead, inBranch, inTask, inMiss, inDetail, ...others] = made;
  const textOf = (each: (typeof made)[number] | undefined) => each?.text ?? '';
  const events = others.slice(0, 30).map(({ text }, n) => `- 10:${10 + n} [${TAGS[n % TAGS.length]}] ${text}`);
  const paragraphs = others.slice(30).map(({ text }) => text);
  const secretOf = (each: (typeof made)[number] | undefined) => each?.secret ?? '';
  const miss = `Leaked ${secretOf(inMiss)} into the log of the job again`;
  const text = `---
session_id: ${id}
date: 2026-09-14
branch: ${JSON.stringify(`x/${secretOf(inBranch)}`)}
task: ${JSON.stringify(secretOf(inTask))}
started: 2026-09-14T08:00:00Z
cwd: ${JSON.stringify(cwd)}
retro: 2026-09-14T16:00:00Z
---

## Events

- 09:00 [DECISION] ${LIVE} ${ESCAPE} ${BIDI}
  ${LIVE}
  ${textOf(inDetail)}
  ---
  draft: false
- 09:10 [MEMORY-MISS] ${miss}
- 09:20 [MEMORY-MISS] ${miss}, twice
${events.join('\n')}

## Summary

${FORGED} ${textOf(inLead)} ${ESCAPE}

### ../../../etc/${secretOf(inTitle)} ${BIDI}${FORGED} <script>harmed()</script>

${LIVE}

---

draft: false

---

${paragraphs.join('\n\n')}

\`\`\`html
</code></pre><script>window.harmed=1</script>
{% include x %} {{< x >}}
\`\`\`
`;
  return { text, secrets: made.map(({ secret }) => secret) };
}

const TAGS = ['DECISION', 'ERROR', 'PIVOT', 'INSIGHT', 'MEMORY-HIT', 'USER-CORRECTION', 'BLOCKED'];
