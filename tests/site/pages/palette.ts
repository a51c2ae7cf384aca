import type { Locator, Page } from '@playwright/test';

/** The palette, on any page. */
export class Palette {
  readonly dialog: Locator;
  readonly box: Locator;
  readonly rows: Locator;
  readonly status: Locator;
  readonly #page: Page;
  readonly #link: Locator;

  constructor(page: Page) {
    this.#page = page;
    // Before the page's script listens for keys, its link to search opens no dialog.
    this.#link = page.locator('[data-search-link][aria-haspopup="dialog"]');
    this.dialog = page.getByRole('dialog', { name: 'Search or jump to' });
    this.box = this.dialog.getByRole('combobox', { name: 'Search or jump to' });
    this.rows = this.dialog.getByRole('option');
    this.status = this.dialog.getByRole('status');
  }

  /** The chosen row. */
  get chosen(): Locator {
    return this.dialog.getByRole('option', { selected: true });
  }

  /** The rows under a heading. */
  rowsOf(group: string): Locator {
    return this.dialog.getByRole('group', { name: group }).getByRole('option');
  }

  async open(key = 'Control+k'): Promise<void> {
    await this.#link.waitFor({ state: 'attached' });
    await this.#page.keyboard.press(key);
    await this.rows.first().waitFor({ timeout: 20_000 });
  }
}
