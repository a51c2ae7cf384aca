import type { Locator, Page } from '@playwright/test';

/** The search page, by roles and texts. */
export class SearchPage {
  readonly page: Page;
  readonly box: Locator;
  readonly total: Locator;
  readonly sessions: Locator;
  readonly hits: Locator;
  readonly more: Locator;
  readonly answer: Locator;
  readonly fold: Locator;

  constructor(page: Page) {
    this.page = page;
    this.box = page.getByRole('searchbox', { name: 'Search the archive' });
    this.answer = page.locator('.search-answer');
    this.total = this.answer.getByRole('status');
    this.sessions = this.answer.locator('.found').getByRole('heading', { level: 2 });
    this.hits = this.answer.locator('a.hit');
    this.more = page.getByRole('button', { name: 'Show more', exact: true });
    this.fold = page.getByText(/^Filters/);
  }

  choice(group: string, name: string): Locator {
    return this.page
      .getByRole('group', { name: group, exact: true })
      .locator('label')
      .filter({ has: this.page.getByText(name, { exact: true }) })
      .locator('input');
  }

  /** The count of a choice. */
  count(group: string, name: string): Promise<string> {
    return this.choice(group, name).locator('xpath=..').locator('.count').innerText();
  }

  async open(search: string): Promise<void> {
    await this.page.goto(`/search/${search}`);
  }
}
