/** The commits of facts, read without the rest: the index of names needs them from every session at once. */
import { exactForm } from './exact-form.ts';
import { type FactsBody, factsSchema, parseFacts } from './facts.ts';
import { factsLine } from './facts-line.ts';

/** A commit by its name: its hash and the first line of its message. */
export type NamedCommit = Pick<FactsBody['commits'][number], 'hash' | 'subject' | 'at'>;

/** The commits in a facts file's text; empty if it is damaged. */
export function parseNamedCommits(source: string): NamedCommit[] {
  const commits = factsLine(source, 'commits') ?? parseFacts(source).facts?.commits ?? [];
  const read = areCommits(commits) ? commits : factsSchema.shape.commits.safeParse(commits).data;
  return (read ?? []).map(({ hash, subject, at }) => ({ hash, subject, at }));
}

const areCommits = exactForm(factsSchema.shape.commits);
