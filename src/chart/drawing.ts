import { Svg, svg } from './svg.ts';

export interface Frame {
  /** The class for the style sheet. */
  name: string;
  /** In pixels. */
  height: number;
  /** Title and description, for screen readers and SVG files. */
  title: string;
  description: string;
  legend?: readonly LegendEntry[];
}

export interface LegendEntry {
  /** At most 14 by 14 pixels. */
  swatch: Svg;
  words: string;
}

/**
 * A chart. Positions are percentages of its width and pixels of its height, so that one drawing fits a phone and a
 * desktop without scaling text and marks. It also has its content in words.
 */
export class Drawing extends Svg {
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly legend: readonly LegendEntry[];
  readonly #frame: Frame;
  readonly #content: readonly Svg[];

  /** Draws `content` into its frame. Screen readers read its links one by one; a chart without links is one image. */
  constructor(frame: Frame, content: readonly Svg[]) {
    const { name, height, title, description, legend = [] } = frame;
    const role = content.some(({ markup }) => markup.includes('<a ')) ? 'group' : 'img';
    super(
      svg`<svg class="chart ${name}" height="${height}" role="${role}" overflow="visible"><title>${title}</title><desc>${description}</desc>${content}</svg>`
        .markup,
    );
    this.height = height;
    this.title = title;
    this.description = description;
    this.legend = legend;
    this.#frame = frame;
    this.#content = content;
  }

  /** The same drawing with another title and description. */
  named(title: string, description: string): Drawing {
    return new Drawing({ ...this.#frame, title, description }, this.#content);
  }
}

/**
 * A part of a chart that links to its event or list. Not in the tab order: charts have many marks, and the list or table
 * below has the same links.
 */
export function mark(href: string | null, label: string, content: Svg): Svg {
  return href === null
    ? svg`<g><title>${label}</title>${content}</g>`
    : svg`<a href="${href}" tabindex="-1"><title>${label}</title>${content}</a>`;
}

/** A position from 0 to 1 as a percentage, clamped to that range. */
export function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100}%`;
}
