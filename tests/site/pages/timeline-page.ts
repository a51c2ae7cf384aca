import { expect, type Locator, type Page } from '@playwright/test';

/** The page of a timeline, by roles and texts. */
export class TimelinePage {
  readonly page: Page;
  readonly lanes: Locator;
  readonly days: Locator;
  readonly events: Locator;
  /** The shown days, as a heading, and what they have. */
  readonly window: Locator;
  readonly words: Locator;
  readonly brush: Locator;

  constructor(page: Page) {
    this.page = page;
    this.lanes = page.locator('.lanes').getByRole('listitem');
    this.days = page.locator('.day');
    this.events = page.locator('.day .event');
    this.window = page.locator('[data-window]');
    this.words = page.locator('[data-window-words]');
    this.brush = page.locator('[data-brush]');
  }

  /** Opens the timeline, and waits for its script. */
  async open(query = '', site = ''): Promise<void> {
    await this.page.goto(`${site}/timeline/${query}`);
    await expect(this.slider('First week')).toBeVisible();
  }

  lane(tag: string): Locator {
    return this.page.locator('.lanes > li').filter({ hasText: tag });
  }

  event(text: string): Locator {
    return this.events.filter({ hasText: text });
  }

  chip(of: 'Tags' | 'Projects', name: string): Locator {
    return this.page.getByRole('list', { name: of }).getByRole('link', { name: new RegExp(`^\\s*${name}`) });
  }

  preset(name: string): Locator {
    return this.page.getByRole('list', { name: 'Shown weeks' }).getByRole('link', { name, exact: true });
  }

  slider(name: 'First week' | 'Shown weeks' | 'Last week'): Locator {
    return this.page.getByRole('slider', { name });
  }

  /** Drags from one share of the brush's width to another. */
  async drag(from: number, to: number): Promise<void> {
    const box = await this.brush.boundingBox();
    if (!box) throw new Error('There is no brush.');
    const y = box.y + 38;
    await this.page.mouse.move(box.x + from * box.width, y);
    await this.page.mouse.down();
    await this.page.mouse.move(box.x + ((from + to) / 2) * box.width, y);
    await this.page.mouse.move(box.x + to * box.width, y);
    await this.page.mouse.up();
  }
}
