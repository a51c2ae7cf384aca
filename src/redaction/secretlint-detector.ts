import { type Detector, type Match, secret } from '#src/redaction/match.ts';
import { isExampleToken } from '#src/redaction/secret-value.ts';

let detector: Promise<Detector> | undefined;

/** Secretlint's recommended rules as one detector, loaded when they are first needed. */
export function secretlintDetector(): Promise<Detector> {
  detector ??= load();
  return detector;
}

const PRESET = '@secretlint/secretlint-rule-preset-recommend';
/** A `secretlint-disable` comment switches rules off, even if the rule for such comments is off. */
const COMMENT = /secretlint(?=-)/gi;
const NO_COMMENT = 'secretlin_';
/** How many results are cached: a page is rescanned at each change, but most of its texts stay the same. */
const MOST_CACHED = 2000;

async function load(): Promise<Detector> {
  const [{ lintSource }, { creator }, { secretLintProfiler }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
    import('@secretlint/profiler'),
  ]);
  // Otherwise it leaks a mark for every rule and text: https://github.com/secretlint/secretlint/issues/1633
  secretLintProfiler.setEnabled(false);
  const config = { rules: [{ id: PRESET, rule: creator }] };
  const known = new Map<string, Promise<Match[]>>();
  return ({ text }) => {
    const found =
      known.get(text) ??
      lintSource({
        source: { filePath: 'draft.md', content: text.replace(COMMENT, NO_COMMENT), contentType: 'text', ext: '.md' },
        options: { config, noPhysicFilePath: true },
      }).then(({ messages }) =>
        messages.flatMap(({ ruleId, range: [start, end] }) =>
          isExampleToken(text.slice(start, end))
            ? []
            : [
                secret(
                  kindOf(ruleId),
                  `is found by a rule of secretlint: ${ruleId.replace(/^.*secretlint-rule-/, '')}`,
                  start,
                  end,
                ),
              ],
        ),
      );
    if (known.size >= MOST_CACHED) known.clear();
    known.set(text, found);
    return found;
  };
}

const KINDS: Record<string, string> = {
  aws: 'AWS key',
  basicauth: 'password in a URL',
  'database-connection-string': 'connection string',
  gcp: 'Google service key',
  'hashicorp-vault': 'Vault token',
  privatekey: 'private key',
};

/** `@secretlint/secretlint-rule-sendgrid` as `sendgrid secret`. */
function kindOf(ruleId: string): string {
  const name = ruleId.replace(/^.*secretlint-rule-/, '');
  return KINDS[name] ?? `${name} secret`;
}
