import { Svg, svg } from './svg.ts';

export interface Frame {
  /** The class by which the style sheet finds it. */
  name: string;
  /** In pixels. */
  height: number;
  /** What it is, and what it says: read out, and written into the file that holds it alone. */
  title: string;
  description: string;
  legend?: readonly LegendEntry[];
}

export interface LegendEntry {
  /** Fits into 14 by 14 pixels. */
  swatch: Svg;
  words: string;
}

/**
 * A chart: percentages along its width, pixels in its height, so that one drawing serves a phone and a
 * desk with text and marks at their true size; and its content in words.
 */
export class Drawing extends Svg {
  readonly height: number;
  readonly title: string;
  readonly description: string;
  readonly legend: readonly LegendEntry[];
  readonly #frame: Frame;
  readonly #content: readonly Svg[];

  /** Draws `content` into its frame. Its parts are read out one by one where they lead somewhere, else as one picture. */
  constructor(frame: Frame, content: readonly Svg[]) {
    const { name, height, title, description, legend = [] } = frame;
    const role = content.some(({ markup }) => markup.includes('<a ')) ? 'group' : 'img';
    super(
      svg`<svg class="${name}" height="${height}" role="${role}" overflow="visible"><title>${title}</title><desc>${description}</desc>${content}</svg>`
        .markup,
    );
    this.height = height;
    this.title = title;
    this.description = description;
    this.legend = legend;
    this.#frame = frame;
    this.#content = content;
  }

  /** The same picture, called and described otherwise. */
  named(title: string, description: string): Drawing {
    return new Drawing({ ...this.#frame, title, description }, this.#content);
  }
}

/**
 * A part of a chart that leads to what it stands for. It is left out of the tab order: charts have
 * many, and the same links stand in a list or table below.
 */
export function mark(href: string | null, label: string, content: Svg): Svg {
  return href === null
    ? svg`<g><title>${label}</title>${content}</g>`
    : svg`<a href="${href}" tabindex="-1"><title>${label}</title>${content}</a>`;
}

/** A share from 0 to 1 of the width, as an attribute says it. What lies outside is moved to the edge. */
export function percent(share: number): string {
  return `${Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 100}%`;
}
