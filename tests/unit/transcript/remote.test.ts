import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { remoteOf } from '#src/transcript/remote.ts';
import { temporaryDirectory } from '#tests/support/temporary-directory.ts';

it.each([
  ['https://mina:s3cret@git.example.org:8443/pears/shop.git', 'git.example.org/pears/shop'],
  ['git@Example.com:pears/shop.git', 'example.com/pears/shop'],
  ['ssh://git@example.com:22/pears/shop', 'example.com/pears/shop'],
  ['https://example.com/pears/shop?token=abc', ''],
  ['/srv/git/shop.git', ''],
  ['../shop', ''],
])('keeps host and path of the remote %s', (url, remote) => {
  const checkout = temporaryDirectory('remote');
  mkdirSync(join(checkout, '.git'));
  const config = `[core]\n\tbare = false\n[remote "fork"]\n\turl = https://x.org/a\n[remote "origin"]\n\turl = ${url}\n\tfetch = +refs\n`;
  writeFileSync(join(checkout, '.git/config'), config);
  expect(remoteOf(checkout)).toBe(remote);
});
