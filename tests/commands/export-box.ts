/** A sandbox with a small archive and an empty blog, for tests of `chronicle export`. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, openSandbox, type Sandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';
import type { Finished } from './run-command.ts';

export interface ExportBox {
  box: Sandbox;
  /** The blog's directory. */
  blog: string;
  run(...args: string[]): Promise<Finished>;
  /** Puts a session into the archive; returns its path. */
  place(session: SessionGiven): string;
  /** The files of the blog by their path in it. */
  inBlog(): Record<string, string>;
  /** The names of drafts. */
  drafts(): string[];
  /** The path of a draft's file, or of one beside it. */
  ofDraft(slug: string, ending?: string): string;
}

interface SessionGiven {
  id?: string;
  name?: string;
  date?: string;
  branch?: string;
  task?: string;
  events?: string;
  lead?: string;
  title?: string;
  /** Null leaves the narrative out. */
  story?: string | null;
}

export const SESSION_ID = '3f6c0a1e-8d2b-4f7a-9c55-0d1e2f3a4b5c';

export function openExportBox(): ExportBox {
  const box = openSandbox();
  const blog = join(box.root, 'blog');
  mkdirSync(blog);
  return {
    box,
    blog,
    run: (...args) => runChronicle(box, args, { env: { CLAUDE_PID: '' } }),
    place: (session) => box.place(`${session.name ?? '2026-09-14-main'}.md`, sessionText(box, session)),
    inBlog: () =>
      Object.fromEntries(
        filesBelow(blog).map((path) => [path.slice(blog.length + 1), readFileSync(path).toString('latin1')]),
      ),
    drafts: () => {
      const names = existsSync(join(box.state, 'drafts')) ? readdirSync(join(box.state, 'drafts')) : [];
      return names.flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
    },
    ofDraft: (slug, ending = '.md') => join(box.state, 'drafts', `${slug}${ending}`),
  };
}

function sessionText(box: Sandbox, given: SessionGiven): string {
  const {
    id = SESSION_ID,
    date = '2026-09-14',
    branch = 'main',
    task = '',
    title = 'The third time',
    lead = 'It was pushed again.',
  } = given;
  const { events = EVENTS, story = 'A rule was written down.\n\nThen it was broken.' } = given;
  const keys = [
    `session_id: ${id}`,
    `date: ${date}`,
    `branch: ${JSON.stringify(branch)}`,
    `task: ${JSON.stringify(task)}`,
    `started: ${date}T08:00:00Z`,
    `cwd: ${box.project}`,
    `retro: ${date}T16:00:00Z`,
  ];
  return `---\n${keys.join('\n')}\n---\n\n## Events\n\n${events}\n\n## Summary\n\n${lead}\n${story === null ? '' : `\n### ${title}\n\n${story}\n`}`;
}

const EVENTS = `- 10:00 [DECISION] Keep the rule in one file
- 10:20 [ERROR] Pushed past the check
- 10:40 [MEMORY-MISS] Pushed to main without asking, past feedback_no_push.md
- 11:00 [INSIGHT] A rule that nobody reads is no rule`;
