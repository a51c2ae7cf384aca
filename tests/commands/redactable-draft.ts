import { madeSecrets } from '../fixtures/redaction/made-secrets.ts';
import { COMMON_TOKENS } from '../fixtures/redaction/secret-forms.ts';
import { type ExportBox, openExportBox } from './export-box.ts';

export const [TOKEN = ''] = madeSecrets(COMMON_TOKENS.filter(({ name }) => name === 'GitHub personal')).map(
  ({ secret }) => secret,
);
export const ADDRESS = ['ada', 'quarrel-works.dev'].join('@');
export const DRAFT = 'the-third-time';

/** A draft that contains a token and an e-mail address. */
export async function drafted(): Promise<ExportBox> {
  const opened = openExportBox();
  opened.place({ story: `It printed ${TOKEN} to ${ADDRESS}.` });
  await opened.run('draft', 'new', 'last');
  return opened;
}
