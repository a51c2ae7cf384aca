/**
 * The plan of an export: the files of a post and their contents. It is pure; `src/node/posts/export` reads and writes
 * the blog.
 *
 *     tides.md, tides/lifeline.svg, tides/lifeline.png, tides/lifeline-dark.svg, tides/lifeline-dark.png
 */
import { standalone } from '#src/chart/standalone.ts';
import { ChronicleError } from '#src/lib/chronicle-error.ts';
import { leftOutEvents } from '#src/redaction/decisions.ts';
import type { ExportRecord } from '../drafts/draft.ts';
import { draftDigest, sourceDigest } from '../drafts/source-digest.ts';
import { finalScan } from './final-scan.ts';
import type { Figure, PlannedFile, RenderedPost, TargetName, TargetOptions } from './post.ts';
import { postEvents } from './post-sources.ts';
import type { PreparedDraft, ScanContext } from './prepare-draft.ts';
import { renderPost } from './targets.ts';

/** What to export, and for which target. */
export interface Planning {
  prepared: PreparedDraft;
  scanContext: ScanContext;
  target: TargetName;
  options: TargetOptions;
}

/** The files of a post for one target. Paths are relative to the blog's directory, with `/`. */
export interface PostPlan {
  /** The path of the post. */
  path: string;
  text: string;
  remarks: string[];
  /** In the order to write them: the figures before the post that shows them. */
  files: PlannedFile[];
}

/** How many other names to try if a post's name is taken. */
const MOST_NAMES = 1000;

/** Plans an export. Refuses (CHRONICLE_STILL_SECRET) if a final scan of the files finds a secret or home path. */
export async function planPost(planning: Planning, slug?: string): Promise<PostPlan> {
  const { prepared, scanContext, target, options } = planning;
  const { post } = prepared;
  const rendered = renderPost({ ...post, slug: slug ?? post.slug }, target, options);
  const files = filesOf(rendered, post.figures);
  const leaks = await finalScan(files, prepared, scanContext);
  if (leaks.length > 0) {
    const listed = [...new Set(leaks.map(({ kind, place }) => `${kind} (${place})`))].join(', ');
    throw new ChronicleError(
      'CHRONICLE_STILL_SECRET',
      `The post would still contain something that must not be published: ${listed}. Remove it from the draft's text. Nothing was exported.`,
    );
  }
  return { path: rendered.file, text: rendered.text, remarks: rendered.remarks, files };
}

/** The same post under other names, starting with `<slug>-2`. Gives up (CHRONICLE_EXPORT_FAILED) after `-999`. */
export async function* renamedPlans(planning: Planning, blog: string): AsyncGenerator<PostPlan> {
  const { slug } = planning.prepared.post;
  for (let n = 2; n < MOST_NAMES; n++) yield planPost(planning, `${slug}-${n}`);
  throw new ChronicleError(
    'CHRONICLE_EXPORT_FAILED',
    `Every name from ${slug}-2 to ${slug}-${MOST_NAMES - 1} is taken in ${blog}. Nothing was exported.`,
  );
}

/** The entry in draft.yml about an export. `file` is the absolute path of the post. */
export function exportRecord({ prepared, target }: Planning, file: string, now: Date): ExportRecord {
  const { resolved, findings } = prepared;
  return {
    target,
    at: now.toISOString(),
    file,
    sources: sourceDigest(resolved.sources),
    draft: draftDigest(resolved.draft),
    events: postEvents(resolved, leftOutEvents(findings)),
  };
}

function filesOf(rendered: RenderedPost, figures: readonly Figure[]): PlannedFile[] {
  const above = rendered.figures === '' ? '' : `${rendered.figures}/`;
  return [
    ...figures.flatMap(figureFiles).map((file) => ({ ...file, path: above + file.path })),
    { path: rendered.file, text: rendered.text },
  ];
}

/** A figure as SVG and PNG, light and dark; a picture of a fixed size only light. Each `path` is just the file name. */
function figureFiles({ name, drawing }: Figure): PlannedFile[] {
  const { width } = drawing;
  if (width !== null) {
    const svg = standalone(drawing, { theme: 'light' });
    return [
      { path: `${name}.svg`, text: svg },
      { path: `${name}.png`, svg, width },
    ];
  }
  return (['light', 'dark'] as const).flatMap((theme) => {
    const svg = standalone(drawing, { theme });
    const stem = theme === 'dark' ? `${name}-dark` : name;
    return [
      { path: `${stem}.svg`, text: svg },
      { path: `${stem}.png`, svg },
    ];
  });
}
