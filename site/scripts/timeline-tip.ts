/**
 * What a mark or bar of a lane stands for, beside it, and where a mark leads. Lists and tables say the same, so it is only
 * for the pointer.
 */
import { weekDay } from '#src/text/day.ts';
import { markRow } from '#src/timeline/mark-row.ts';
import type { Row, RowGroup } from '#src/timeline/timeline-rows.ts';
import type { TimelineRuns } from '#src/timeline/timeline-runs.ts';
import { element } from './elements.ts';
import { type TimelineRows, wordNodes } from './timeline-rows.ts';

const APART = 10;

export function listenForTips(lanes: HTMLElement, { kinds }: TimelineRuns, rows: TimelineRows): void {
  const tip = element('div', { class: 'tip', 'aria-hidden': 'true' });
  let over: Element | null = null;
  const hide = () => {
    over = null;
    tip.remove();
  };
  lanes.addEventListener('pointerover', async ({ target, pointerType }) => {
    const mark = (target as Element).closest<SVGElement>('[data-run], [data-days]');
    if (mark === over) return;
    hide();
    if (!mark) return;
    if (pointerType === 'touch') {
      void rowOf(mark);
      return;
    }
    over = mark;
    // The browser would show its title on top.
    const title = mark.closest('.lane-plot > g > *')?.querySelector('title');
    if (title) title.remove();
    if (title?.textContent) mark.dataset.title = title.textContent;
    const content = await contentOf(mark);
    if (over !== mark || content.length === 0) return;
    tip.replaceChildren(...content);
    lanes.append(tip);
    place(mark);
  });
  lanes.addEventListener('pointerleave', hide);
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
  // A mark that was drawn here has no address until its row is there.
  lanes.addEventListener('click', async ({ target }) => {
    const mark = (target as Element).closest<SVGElement>('[data-run]:not([href])');
    if (mark && (await rowOf(mark))) location.assign(mark.getAttribute('href') ?? '');
  });

  /** The row of a mark with its run, and makes the mark a link to it. */
  async function rowOf(mark: SVGElement): Promise<{ group: RowGroup; row: Row } | null> {
    const [run, place] = mark.dataset.run?.split(' ').map(Number) ?? [];
    if (run === undefined || place === undefined) return null;
    const kind = mark.closest<HTMLElement>('.lane')?.dataset.tag ?? '';
    const group = await rows.groupOf(run).catch(() => undefined);
    const row = group && markRow(group, kind, place);
    if (!row) return null;
    mark.setAttribute('href', `${group.address}#${row.id}`);
    return { group, row };
  }

  async function contentOf(mark: SVGElement): Promise<HTMLElement[]> {
    const { run, title } = mark.dataset;
    if (run === undefined) return title ? [element('p', {}, title)] : [];
    const found = await rowOf(mark);
    if (!found) return [];
    const { group, row } = found;
    const label = kinds.find(({ kind }) => kind === row.kind)?.label ?? '';
    return [
      element(
        'p',
        {},
        row.mark === 'found' ? `${label}, found in the transcript` : label,
        element('span', { class: 'quiet' }, [weekDay(group.date), row.time].filter(Boolean).join(', ')),
      ),
      element('p', { dir: 'auto' }, ...wordNodes(row.words)),
      element('p', { class: 'quiet' }, `${group.title} · ${[group.project, group.task].filter(Boolean).join(' · ')}`),
    ];
  }

  /** Above the mark if there is room, else below; within the lanes. */
  function place(mark: SVGElement): void {
    const [box, own, size] = [lanes, mark, tip].map((each) => each.getBoundingClientRect());
    if (!box || !own || !size) return;
    const left = own.left + own.width / 2 - box.left - size.width / 2;
    const above = own.top - box.top - size.height - APART;
    const isRoom = own.top - size.height - APART > 0;
    tip.style.left = `${Math.max(0, Math.min(box.width - size.width, left))}px`;
    tip.style.top = `${isRoom ? above : own.bottom - box.top + APART}px`;
  }
}
