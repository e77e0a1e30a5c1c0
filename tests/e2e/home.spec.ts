import { everywhere, expect, look, test } from './fixtures.ts';

test(
  'the home page welcomes in the language of the visitor',
  { tag: [...everywhere, '@english'] },
  async ({ page }, info) => {
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('lang', info.project.name === 'english' ? /^en/ : 'de');
    await look(page, 'home');
  },
);
