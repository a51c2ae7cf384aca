/** The list below the timeline: thirty rows, then 120 at a time, from the files that have them. */
import { foundGlyph, glyphAddress, laneGlyph } from '#src/chart/glyph-address.ts';
import { fullDay, weekDay } from '#src/text/day.ts';
import { listedRows } from '#src/timeline/counted-rows.ts';
import type { Row, RowGroup } from '#src/timeline/timeline-rows.ts';
import type { TimelineRuns } from '#src/timeline/timeline-runs.ts';
import { type Choice, FOUND, type TimelineView } from '#src/timeline/timeline-view.ts';
import { grouped } from '#src/value/grouped.ts';
import { element, required } from './elements.ts';

const AT_FIRST = 30;
const MORE = 120;

export class TimelineRows {
  readonly #timeline: TimelineRuns;
  readonly #address: string;
  readonly #files = new Map<number, Promise<RowGroup[]>>();
  readonly #list = required('[data-rows]');
  readonly #template = required<HTMLTemplateElement>('template[data-group]').content;
  #shown = AT_FIRST;
  /** Counts what was asked for: an older answer is dropped. */
  #turn = 0;

  constructor(timeline: TimelineRuns, address: string) {
    this.#timeline = timeline;
    this.#address = address;
  }

  /** The rows of a run. A failed request is tried again the next time. */
  async groupOf(place: number): Promise<RowGroup | undefined> {
    const { files } = this.#timeline;
    const number = files.findLastIndex((first) => first <= place);
    const loading = this.#files.get(number) ?? load(`${this.#address}rows/${number}.json`);
    this.#files.set(number, loading);
    loading.catch(() => this.#files.delete(number));
    return (await loading)[place - (files[number] ?? 0)];
  }

  /** Lists the newest rows of a view. */
  async show(view: TimelineView, choice: Choice, shown = AT_FIRST): Promise<void> {
    const turn = ++this.#turn;
    this.#shown = shown;
    const places: number[] = [];
    let rows = 0;
    for (const run of view.runs) {
      if (rows >= shown) break;
      rows += run.rows;
      places.push(run.place);
    }
    const groups = await Promise.all(places.map((place) => this.groupOf(place)));
    if (turn === this.#turn)
      this.#draw(
        groups.filter((group) => group !== undefined),
        choice,
        view,
      );
  }

  /** Lists more of the same. */
  more(view: TimelineView, choice: Choice): void {
    const before = this.#shown;
    void this.show(view, choice, before + MORE).then(() => {
      // The button may be gone; the first new row is where reading goes on.
      this.#list.querySelectorAll<HTMLElement>('.event')[before]?.focus({ preventScroll: true });
    });
  }

  #draw(groups: readonly RowGroup[], choice: Choice, view: TimelineView): void {
    const all = view.rows;
    let room = this.#shown;
    const words = new Map(this.#timeline.kinds.map((kind) => [kind.kind, kind] as const));
    const isChosen = ({ kind, mark }: Row) =>
      choice.kinds.length === 0 ||
      choice.kinds.includes(words.get(kind)?.word ?? '') ||
      (mark === 'found' && choice.kinds.includes(FOUND));
    const days = new Set<string>();
    const year = this.#timeline.last.slice(0, 4);
    const nodes = groups.map((group) => {
      const rows = group.rows.filter(isChosen).slice(0, room);
      room -= rows.length;
      const node = this.#group(group, year);
      if (!days.has(group.date)) node.id = `d-${group.date}`;
      days.add(group.date);
      const [list, row] = [node.querySelector('ol'), node.querySelector('.event')];
      list?.replaceChildren(
        ...rows.flatMap((one) =>
          row ? [filled(row.cloneNode(true) as HTMLElement, one, group.address, words.get(one.kind)?.label ?? '')] : [],
        ),
      );
      return node;
    });
    this.#list.replaceChildren(...nodes);
    const shown = Math.min(this.#shown, all);
    required('[data-list-words]').textContent = all === 0 ? '' : listedRows(shown, view);
    required('[data-no-rows]').hidden = all > 0;
    const more = required('[data-more]');
    more.hidden = shown >= all;
    required('[data-more] button').textContent = `Show ${Math.min(MORE, all - shown)} more`;
    required('[data-more] span').textContent = `${grouped(all - shown)} older in these weeks`;
  }

  #group({ date, address, title, project, task }: RowGroup, year: string): HTMLElement {
    const node = this.#template.querySelector('.day')?.cloneNode(true) as HTMLElement;
    const [day, link, place] = node.querySelectorAll<HTMLElement>('b, .day-head a, bdi');
    if (day) day.textContent = date.startsWith(year) ? weekDay(date) : fullDay(date);
    link?.setAttribute('href', address);
    if (link) link.textContent = title;
    if (place) place.textContent = task === '' ? project : `${project} · ${task}`;
    return node;
  }
}

async function load(address: string): Promise<RowGroup[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read.`);
  return response.json();
}

function filled(node: HTMLElement, { kind, id, time, mark, words }: Row, address: string, label: string): HTMLElement {
  const isFound = mark === 'found';
  node.dataset.tag = kind;
  node.toggleAttribute('data-found', isFound);
  node.querySelector('use')?.setAttribute('href', glyphAddress(isFound ? foundGlyph(kind) : laneGlyph(kind)));
  const [at, name, link] = node.querySelectorAll('time, .tag-name, .words');
  if (at) at.textContent = time;
  const unseen = element('span', { class: 'visually-hidden' }, ' in the transcript');
  name?.replaceChildren(label, ...(isFound ? [element('span', { class: 'found-word' }, 'found', unseen)] : []));
  link?.setAttribute('href', `${address}#${id}`);
  link?.replaceChildren(...wordNodes(words));
  return node;
}

/** The words of a row, with code as code. */
export function wordNodes(words: Row['words']): (string | HTMLElement)[] {
  return words.map((part) => (typeof part === 'string' ? part : element('code', {}, part[0])));
}
