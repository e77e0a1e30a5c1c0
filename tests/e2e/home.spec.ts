import { everywhere, expect, look, test } from './fixtures.ts';

test('the home page welcomes in the language of the visitor', { tag: [...everywhere, '@english'] }, async ({
  page,
  texts,
}) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', texts.locale === 'de' ? 'de' : /^en/);
  await look(page, 'home');
});
