import { expect, expectAccessible, test } from './fixtures.ts';

test('the home page welcomes in the language of the visitor', async ({ page }, info) => {
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', info.project.name === 'english' ? /^en/ : 'de');
  await expect(page.locator('h1')).toHaveCount(1);
  const width = await page.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(width, 'nothing sticks out sideways').toBe(0);
  await expectAccessible(page);
});
