import type { Locator, Page } from '@playwright/test';

/** The page of a session, by roles and texts. */
export class SessionPage {
  readonly page: Page;
  readonly title: Locator;
  readonly events: Locator;
  readonly filters: Locator;
  readonly facts: Locator;
  readonly narrative: Locator;
  readonly status: Locator;

  constructor(page: Page) {
    this.page = page;
    this.title = page.getByRole('heading', { level: 1 });
    this.events = page.locator('.conversation').locator('[data-tag]:not(.fact), .stray');
    this.filters = page.getByRole('group', { name: 'Show only events with these tags' });
    this.facts = page.getByRole('complementary', { name: 'About this session' });
    this.narrative = page.getByRole('article').locator('section', { has: page.locator('#narrative') });
    this.status = page.getByRole('status');
  }

  event(text: string | RegExp): Locator {
    return this.events.filter({ hasText: text });
  }

  linkTo(event: Locator): Locator {
    return event.getByRole('link', { name: 'Link to this event' });
  }

  filter(tag: string): Locator {
    return this.filters.getByRole('checkbox', { name: new RegExp(`^${tag}`) });
  }
}
