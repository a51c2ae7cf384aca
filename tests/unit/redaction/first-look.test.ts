/* Texts are looked at before secretlint's engine is started for them: what it finds must pass that look. */
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { expect, it } from 'vitest';
import { MAY_HAVE_SECRET } from '#src/redaction/tokens.ts';
import { HARMLESS } from '../../fixtures/redaction/harmless.ts';
import { madeSecrets } from '../../fixtures/redaction/made-secrets.ts';
import { COMMON_TOKENS, HELD_OUT, IN_CONTEXT, LOOKED_AT } from '../../fixtures/redaction/secret-forms.ts';

const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };

async function finds(content: string): Promise<boolean> {
  const source = { filePath: 'draft.md', content, contentType: 'text', ext: '.md' } as const;
  return (await lintSource({ source, options: { config, noPhysicFilePath: true } })).messages.length > 0;
}

it('starts the engine for every text in which it finds something', async () => {
  const secrets = [COMMON_TOKENS, HELD_OUT, IN_CONTEXT, LOOKED_AT].flatMap((forms) => madeSecrets(forms, 3));
  const texts = [...secrets.map(({ text }) => text), ...HARMLESS];
  let found = 0;
  for (const text of texts) {
    if (!(await finds(text))) continue;
    found++;
    expect(text).toMatch(MAY_HAVE_SECRET);
  }
  expect(found).toBeGreaterThan(50);
});
