import type { Locator, Page } from '@playwright/test';

/** The page of a timeline, by roles and texts. */
export class TimelinePage {
  readonly page: Page;
  readonly lanes: Locator;
  readonly days: Locator;
  readonly events: Locator;

  constructor(page: Page) {
    this.page = page;
    this.lanes = page.locator('.lanes').getByRole('listitem');
    this.days = page.locator('.day');
    this.events = page.locator('.day .event');
  }

  lane(tag: string): Locator {
    return this.page.locator('.lanes > li').filter({ hasText: tag });
  }

  month(name: string): Locator {
    return this.page.getByRole('region', { name });
  }

  event(text: string): Locator {
    return this.events.filter({ hasText: text });
  }

  filter(of: 'tag' | 'project', name: string): Locator {
    return this.page
      .getByRole('group', { name: `Show events by ${of}` })
      .getByRole('checkbox', { name: new RegExp(`^${name}`) });
  }
}
