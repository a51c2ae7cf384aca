/** The six targets of an export: how each generator wants a post's front matter, text, figures and place. */

import { standalone } from '#src/chart/standalone.ts';
import { slugOf } from '#src/lib/slug.ts';
import type { Block } from '#src/lib/text/blocks.ts';
import { clip, oneLine } from '#src/lib/text/clip.ts';
import type { MarkdownForm } from '#src/lib/text/mdast-tree.ts';
import { visibleText } from '#src/lib/text/plain.ts';
import { writeMarkdown, writePicture } from '#src/lib/text/write-markdown.ts';
import type { Figure, PlannedFile, Post, TargetName, TargetOptions } from './post.ts';
import { Day, type FrontValue, writeFrontMatter } from './post-front-matter.ts';

/** A post formatted for a target. Paths are relative to the blog's directory, with `/`. */
export interface RenderedPost {
  /** `src/content/blog/<slug>.md` */
  file: string;
  text: string;
  /** In the order to write them: the figures before the post that shows them. */
  files: PlannedFile[];
  /** What the author must do by hand, such as uploading pictures, in sentences. */
  remarks: string[];
}

interface Target {
  /** As pages show it. */
  label: string;
  /** The directory of posts in a blog, by default. */
  directory: string;
  /** How the text is written. */
  form: MarkdownForm;
  /** The format of figures. Wherever SVG is shown, it is used. */
  pictures?: 'png';
  /** Where a post is, and its figures, in its directory. */
  placeOf(slug: string, directory: string): { file: string; figures: string };
  /** The address of a figure's file in the post. */
  addressOf(file: string, slug: string, figures: string): string;
  /** The front matter. `hero` is the post's first figure: the address of its file, and its alt text. */
  frontMatter(post: Post, hero: { address: string; alt: string; file: string } | null): Record<string, FrontValue>;
  remarks?(post: Post, file: string, figures: string, directory: string): string[];
}

const beside = (slug: string, directory: string) => ({
  file: below(directory, `${slug}.md`),
  figures: below(directory, slug),
});

/** The targets, in the order pages list them. */
export const TARGETS: Record<TargetName, Target> = {
  /** An entry of a content collection. Its pictures are in a directory next to it, where Astro processes them. */
  astro: {
    label: 'Astro',
    directory: 'src/content/blog',
    form: 'plain',
    placeOf: beside,
    addressOf: (file, slug) => `./${slug}/${file}`,
    frontMatter: ({ title, description, date, tags, series, canonical }, hero) => ({
      ...{ title, description, pubDate: new Day(date), draft: true, tags },
      heroImage: hero?.address ?? null,
      heroAlt: hero?.alt ?? null,
      series: series && { name: series.name, part: series.part },
      canonicalURL: canonical,
    }),
  },
  /** A file in `_drafts`. It has no date until it becomes a post. */
  jekyll: {
    label: 'Jekyll',
    directory: '_drafts',
    form: 'kramdown',
    placeOf: (slug, directory) => ({ file: below(directory, `${slug}.md`), figures: `assets/img/${slug}` }),
    // Without this filter, a blog served under a path, such as a GitHub project page, does not find its pictures.
    addressOf: (file, _, figures) => `{{ '/${figures}/${file}' | relative_url }}`,
    frontMatter: ({ slug, title, description, tags, series, canonical }, hero) => ({
      ...{ layout: 'post', title, excerpt: description, categories: [], tags },
      image: hero && { path: `/assets/img/${slug}/${hero.file}`, alt: hero.alt },
      published: false,
      series: series?.name ?? null,
      part: series?.part ?? null,
      canonical_url: canonical,
    }),
    remarks: ({ date, slug }) => [
      'Preview it: jekyll serve --drafts --unpublished',
      `To publish it, move it to _posts/${date}-${slug}.md and delete "published: false".`,
    ],
  },
  /** A page bundle: the post and its pictures in one directory. */
  hugo: {
    label: 'Hugo',
    directory: 'content/posts',
    form: 'hugo',
    placeOf: (slug, directory) => ({ file: below(directory, `${slug}/index.md`), figures: below(directory, slug) }),
    addressOf: (file) => file,
    frontMatter: ({ title, description, date, tags, series, canonical }, hero) => ({
      ...{ title, date: new Day(date), draft: true, summary: description, tags },
      images: hero && [hero.file],
      series: series && [series.name],
      series_order: series?.part ?? null,
      canonicalURL: canonical,
    }),
    remarks: () => ['Preview it: hugo server --buildDrafts'],
  },
  /** A post in Eleventy's input directory, the first part of its own. Its pictures are copied next to its page. */
  eleventy: {
    label: 'Eleventy',
    directory: 'src/posts',
    form: 'plain',
    placeOf: beside,
    addressOf: (file, _, figures) => `/${figures.split('/').slice(1).join('/')}/${file}`,
    frontMatter: ({ title, description, date, tags, series, canonical }) => ({
      ...{ title, date: new Day(date), draft: true, tags, description },
      series: series?.name ?? null,
      part: series?.part ?? null,
      canonicalURL: canonical,
    }),
    remarks: ({ figures }, _file, _figures, directory) => [
      'Eleventy publishes drafts unless its configuration excludes them: https://www.11ty.dev/docs/config-preprocessors/#example-drafts',
      ...(figures.length === 0
        ? []
        : [
            `To have Eleventy copy the pictures, add addPassthroughCopy("${directory}/**/*.svg") to its configuration.`,
          ]),
    ],
  },
  /** A text to paste into dev.to's editor. Its pictures must be uploaded there, and it takes no SVG. */
  devto: {
    label: 'dev.to',
    directory: '.',
    form: 'devto',
    pictures: 'png',
    placeOf: beside,
    // A host name that never resolves: https://www.rfc-editor.org/rfc/rfc2606
    addressOf: (file, slug) => `https://upload.invalid/${slug}/${file}`,
    frontMatter: ({ title, description, tags, series, canonical }, hero) => ({
      ...{ title, published: false, description, tags: devtoTags(tags).join(', ') },
      cover_image: hero?.address ?? null,
      series: series?.name ?? null,
      canonical_url: canonical,
    }),
    remarks: ({ figures: pictures, slug, canonical }, _file, figures) => [
      ...pictures.map(
        ({ name }) =>
          `Upload ${figures}/${name}.png, then replace https://upload.invalid/${slug}/${name}.png with its address.`,
      ),
      ...(canonical === null ? ['If you publish it elsewhere first, set canonical_url to that address.'] : []),
    ],
  },
  /** A file for any other blog, with its pictures in a directory of the same name next to it. */
  markdown: {
    label: 'Markdown',
    directory: '.',
    form: 'plain',
    placeOf: beside,
    addressOf: (file, slug) => `${slug}/${file}`,
    frontMatter: ({ title, description, date, tags, series, canonical }, hero) => ({
      ...{ title, published: false, draft: true, description, date: new Day(date), tags },
      cover_image: hero?.address ?? null,
      series: series?.name ?? null,
      part: series?.part ?? null,
      canonical_url: canonical,
    }),
  },
};

const EMPTY: Post = {
  ...{
    slug: '',
    title: '',
    description: '',
    date: '',
    tags: [],
    series: null,
    canonical: null,
    blocks: [],
    figures: [],
  },
};

/** The front matter keys of a target that the owner may rename or omit. */
export function frontMatterKeys(target: TargetName): string[] {
  return Object.keys(TARGETS[target].frontMatter(EMPTY, null));
}

/**
 * Otherwise, Eleventy first reads the body as a template, in the language that the blog has chosen: Liquid, Nunjucks, or
 * one with code in it. Each would find text of ours live, or fail on it.
 */
const MARKDOWN_ONLY = 'templateEngineOverride: md\n';

/**
 * Formats a post for a generator, always marked as a draft and with no live markup. Paths are relative to the blog's
 * directory and never lead out of it, whatever the post's name.
 */
export function renderPost(given: Post, name: TargetName, options: TargetOptions = {}): RenderedPost {
  const target = TARGETS[name];
  const post = { ...given, slug: slugOf(given.slug, 'post') };
  const directory = options.directory?.replace(/^\/+|\/+$/g, '') ?? target.directory;
  const { file, figures } = target.placeOf(post.slug, directory);
  const fileOf = (figure: Figure) => `${figure.name}.${target.pictures ?? 'svg'}`;
  const addressOf = (figure: Figure) => target.addressOf(fileOf(figure), post.slug, figures);
  const [first] = post.figures;
  const hero = first ? { address: addressOf(first), alt: altOf(first), file: fileOf(first) } : null;
  const written = writeFrontMatter(target.frontMatter(post, hero), options.keys);
  const frontMatter = name === 'eleventy' ? written.replace(/(?=---\n$)/, MARKDOWN_ONLY) : written;
  const text = `${frontMatter}\n${bodyOf(post, target.form, addressOf)}`;
  const pictures = post.figures.map((figure): PlannedFile => {
    const svg = standalone(figure.drawing);
    const path = below(figures, fileOf(figure));
    return target.pictures === 'png' ? { path, svg } : { path, text: svg };
  });
  return {
    file,
    text,
    files: [...pictures, { path: file, text }],
    remarks: [
      ...(target.remarks?.(post, file, figures, directory) ?? []),
      ...remarksOnCode(post, target.form, target.label),
    ],
  };
}

/** The body of a post as Markdown. */
function bodyOf(post: Post, form: MarkdownForm, addressOf: (figure: Figure) => string): string {
  const texts: string[] = [];
  let run: Block[] = [];
  const close = () => {
    texts.push(writeMarkdown(run, form));
    run = [];
  };
  for (const block of post.blocks) {
    if (block.kind !== 'figure') run.push(block);
    else {
      close();
      const figure = post.figures[block.figure];
      if (figure) texts.push(writePicture(altOf(figure), addressOf(figure)));
    }
  }
  close();
  return texts.filter((text) => text !== '').join('\n');
}

/** The alt text of a figure, on one line. Screen reader users skip longer ones. */
function altOf({ drawing }: Figure): string {
  return clip(oneLine(visibleText(drawing.description || drawing.title)), 300);
}

/** A path in a directory of the blog, without `./`. */
function below(directory: string, name: string): string {
  return directory === '.' || directory === '' ? name : `${directory}/${name}`;
}

/** The first four tags, dev.to's limit, reduced to letters and digits: https://developers.forem.com/api */
function devtoTags(tags: readonly string[]): string[] {
  const plain = tags.map((tag) => tag.toLowerCase().replace(/[^a-z0-9]/g, '')).filter((tag) => tag !== '');
  return [...new Set(plain)].slice(0, 4);
}

/** A post with code that a template language would run gets a blank in it where nothing else keeps it from running. */
function remarksOnCode({ blocks }: Post, form: MarkdownForm, generator: string): string[] {
  const mayChange = (form === 'hugo' || form === 'devto') && /\{[{%]/.test(JSON.stringify(blocks));
  return mayChange
    ? [`Look at code with "{{" or "{%": a blank is added where ${generator} would run it otherwise.`]
    : [];
}
