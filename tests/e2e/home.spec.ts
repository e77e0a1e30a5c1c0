import { expect, look, phoneFirst, test } from './fixtures.ts';

test('the home page welcomes in the language of the visitor', { tag: [...phoneFirst, '@english'] }, async ({
  page,
  texts,
}) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', texts.locale === 'de' ? 'de' : /^en/);
  await look(page, 'home');
});
