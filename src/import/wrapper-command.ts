/**
 * Commands that run another one, and how far their own words reach:
 *
 *     sudo -u bob timeout 3 cat x        is cat x
 */
interface Wrapper {
  /** Options whose value is the next word. */
  valued: ReadonlySet<string>;
  /** Words of its own before the command. */
  own: number;
}

const WRAPPERS = new Map<string, Wrapper>([
  ['sudo', wrapper('-u -g -h -p -C -D -R -T -r -t -U --user --group')],
  ['doas', wrapper('-u -C')],
  ['env', wrapper('-u -C --unset --chdir')],
  ['time', wrapper('-f -o')],
  ['nice', wrapper('-n')],
  ['ionice', wrapper('-c -n')],
  ['timeout', wrapper('-k -s --kill-after --signal', 1)],
  ['stdbuf', wrapper('-i -o -e')],
  ['xargs', wrapper('-a -d -E -I -L -n -P -s')],
  ['exec', wrapper('-a')],
  ...['nohup', 'setsid', 'command', 'builtin', 'then', 'do', 'if', 'else', 'elif', 'while', 'until', '!', '(', '{'].map(
    (name) => [name, wrapper('')] as const,
  ),
]);

/** Options of tools with many commands whose value is the next word, before the command. */
const VALUED = new Map<string, ReadonlySet<string>>([
  ['git', setOf('-C -c --git-dir --work-tree --namespace')],
  ['npm', setOf('--prefix -C -w --workspace')],
  ['pnpm', setOf('--filter -F --dir -C')],
  ['yarn', setOf('--cwd')],
  ['bun', setOf('--cwd --filter')],
  ['npx', setOf('-p --package')],
  ['docker', setOf('-H --host --context --config -c -l --log-level')],
  ['docker-compose', setOf('-f --file -p --project-name')],
  ['podman', setOf('-c --connection --log-level')],
  ['make', setOf('-C -f -I -o -W')],
  ['just', setOf('-f --justfile -d --working-directory')],
  ['go', setOf('-C')],
  ['cargo', setOf('-C --config --color -Z')],
  ['kubectl', setOf('-n --namespace --context --kubeconfig')],
  ['helm', setOf('-n --namespace --kube-context')],
  ['gh', setOf('-R --repo')],
  ['mvn', setOf('-f --file -pl -P -s')],
  ['gradle', setOf('-p --project-dir -b')],
  ['uv', setOf('--directory --project')],
  ['poetry', setOf('-C --directory -P')],
  ['aws', setOf('--profile --region --output')],
]);

/** The words of the command that is run in the end. */
export function behindWrappers(words: readonly string[]): string[] {
  let rest = [...words];
  for (;;) {
    const known = WRAPPERS.get(rest[0] ?? '');
    if (!known) return rest;
    rest = rest.slice(1);
    while (isOption(rest[0])) rest = rest.slice(known.valued.has(rest[0] ?? '') ? 2 : 1);
    rest = rest.slice(known.own);
    while (/^[A-Za-z_]\w*=/.test(rest[0] ?? '')) rest = rest.slice(1);
  }
}

/** The words behind a tool's name without options and their values. */
export function withoutOptions(tool: string, words: readonly string[]): string[] {
  const valued = VALUED.get(tool);
  return words.filter((word, i) => !(isOption(word) || /^\+\w/.test(word) || valued?.has(words[i - 1] ?? '')));
}

function isOption(word: string | undefined): boolean {
  return word?.startsWith('-') === true;
}

function wrapper(valued: string, own = 0): Wrapper {
  return { valued: setOf(valued), own };
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
