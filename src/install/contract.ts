import { TAG_WORDS, TAGS } from '../chronicle/tags.ts';

/** What an agent is told in AGENTS.md or CLAUDE.md, in lines of Markdown. */
export function contractLines(): string[] {
  return [
    '## Session chronicle',
    '',
    'A hook opens a chronicle for each session and names its file at the start ("Session chronicle active at …"). If it names none, nothing is recorded: log nothing.',
    '',
    'Log what the diff will not tell a reader a year from now, at the moment it happens: a choice and its reason, a failure and its cause, a surprise, a correction by the user. Each event is a Bash call of its own in exactly this form, its first line what happened, further lines the reason if it is not obvious:',
    '',
    '```sh',
    "chronicle log ERROR <<'EOF'",
    'The migration ran twice: the lock was taken after the check',
    'EOF',
    '```',
    '',
    'The tags:',
    '',
    ...TAGS.map((tag) => `- ${tag}: ${TAG_WORDS[tag].boundary}.`),
    '',
    'Before you finish substantive work, and again when more was done since, write one paragraph on what was done and why:',
    '',
    '```sh',
    "chronicle summary <<'EOF'",
    'Moved the lock before the check, since two workers could pass it at once. The retry stayed out: nothing needs it yet.',
    'EOF',
    '```',
    '',
    'No routine steps: files read, tests that pass, commands that work. Never secrets: no keys, tokens, passwords or personal data. The chronicle file cannot be edited directly.',
  ];
}

/** What CLAUDE.md says where the contract stands in AGENTS.md. */
export const IMPORT_LINES: readonly string[] = ['@AGENTS.md'];

const CODE = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|(?![\s\S]))|`[^`\n]*`/gm;

/**
 * Whether Claude Code loads AGENTS.md when it loads this text, which lies beside it or in `.claude`. Code imports nothing,
 * and neither does a name with a quote, a bracket or a full stop at it (Claude Code 2.1.329).
 */
export function importsAgents(text: string, isInDotClaude = false): boolean {
  const prefix = isInDotClaude ? '\\.\\./' : '(?:\\./)?';
  return new RegExp(`(?:^|\\s)@${prefix}AGENTS\\.md(?!\\S)`, 'm').test(text.replace(CODE, ''));
}
