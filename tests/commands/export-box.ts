/** A sandbox with a small archive and an empty blog, for tests of drafts and `chronicle export`. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { madeSecrets } from '../fixtures/redaction/made-secrets.ts';
import { COMMON_TOKENS } from '../fixtures/redaction/secret-forms.ts';
import { filesBelow, openSandbox } from '../hooks/sandbox.ts';
import { runChronicle } from './own-command.ts';

export type ExportBox = ReturnType<typeof openExportBox>;

interface SessionGiven {
  id?: string;
  name?: string;
  date?: string;
  events?: string;
  lead?: string;
  /** Null leaves the narrative out. */
  story?: string | null;
}

export const SESSION_ID = '3f6c0a1e-8d2b-4f7a-9c55-0d1e2f3a4b5c';
const [made] = madeSecrets(COMMON_TOKENS.filter(({ name }) => name === 'GitHub personal'));
export const TOKEN = made?.secret ?? '';
export const ADDRESS = ['ada', 'quarrel-works.dev'].join('@');
/** The draft of the session. */
export const DRAFT = 'the-third-time';

const EVENTS = `- 10:00 [DECISION] Keep the rule in one file
- 10:20 [ERROR] Pushed past the check
- 10:40 [MEMORY-MISS] Pushed to main without asking, past feedback_no_push.md
- 11:00 [INSIGHT] A rule that nobody reads is no rule`;

export function openExportBox() {
  const box = openSandbox();
  const blog = join(box.root, 'blog');
  mkdirSync(blog);
  return {
    box,
    blog,
    run: (...args: string[]) => runChronicle(box, args, { env: { CLAUDE_PID: '' } }),
    /** Puts a session into the archive; returns its path. */
    place(given: SessionGiven = {}): string {
      const { name = '2026-09-14-main', id = SESSION_ID, date = '2026-09-14', events = EVENTS } = given;
      const { lead = 'It was pushed again.', story = 'A rule was written down.\n\nThen it was broken.' } = given;
      const keys = `session_id: ${id}\ndate: ${date}\nbranch: main\ntask:\nstarted: ${date}T08:00:00Z`;
      const narrative = story === null ? '' : `\n### The third time\n\n${story}\n`;
      return box.place(
        `${name}.md`,
        `---\n${keys}\ncwd: ${box.project}\nretro: ${date}T16:00:00Z\n---\n\n## Events\n\n${events}\n\n## Summary\n\n${lead}\n${narrative}`,
      );
    },
    /** The files of the blog by their path in it. */
    inBlog: (): Record<string, string> =>
      Object.fromEntries(filesBelow(blog).map((path) => [path.slice(blog.length + 1), readFileSync(path, 'latin1')])),
    /** The names of drafts. */
    drafts(): string[] {
      const names = existsSync(join(box.state, 'drafts')) ? readdirSync(join(box.state, 'drafts')) : [];
      return names.flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
    },
    /** The path of a draft's file, or of one beside it. */
    ofDraft: (slug: string, ending = '.md') => join(box.state, 'drafts', `${slug}${ending}`),
  };
}

/** A draft that contains a token and an e-mail address. */
export async function drafted(): Promise<ExportBox> {
  const opened = openExportBox();
  opened.place({ story: `It printed ${TOKEN} to ${ADDRESS}.` });
  await opened.run('draft', 'new', 'last');
  return opened;
}
