/** A child is kept with the consent of its guardians, entered with one tap, and let go. */
import { expect, glance, logIn, look, phoneFirst, test } from './fixtures.ts';
import { BookingPages } from './pages/booking.ts';

test('somebody is kept, offered by the next booking, and erased alone', {
  tag: [...phoneFirst, '@english'],
}, async ({ page, texts, server }) => {
  const { t, locale } = texts;
  const { project } = test.info();
  await logIn(page, server, `people-${project.name}@example.org`, '/settings');
  await page.getByRole('link', { name: t('account.more.people') }).click();
  await look(page, 'people-none');
  await page.getByRole('link', { name: t('companions.add') }).click();
  const child = { firstName: 'Lena', lastName: 'Leitner', birthDate: locale === 'de' ? '01.05.2016' : '05/01/2016' };
  for (const [name, value] of Object.entries(child)) await page.locator(`input[name=${name}]`).fill(value);
  await page.locator('select[name=gender]').selectOption('female');
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  // Of a child nothing is kept without the guardians.
  await expect(page.getByText(t('problem.field.guardiansAgree')).first()).toBeVisible();
  await look(page, 'people-form');
  await page.getByRole('checkbox', { name: t('companions.form.guardiansAgree') }).check();
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await page.waitForURL(/done=kept/);
  await expect(page.getByText('Lena Leitner').first()).toBeVisible();
  await look(page, 'people-list');
  // The longest last name that a field takes, in one word, stays within its card.
  await page.getByRole('link', { name: t('companions.add') }).click();
  const adult = {
    firstName: 'Ida',
    lastName: 'Hohenlohe'.repeat(11),
    birthDate: child.birthDate.replace('2016', '1990'),
  };
  for (const [name, value] of Object.entries(adult)) await page.locator(`input[name=${name}]`).fill(value);
  await page.getByRole('button', { name: t('ui.form.save') }).click();
  await expect(page.getByText(adult.lastName).first()).toBeVisible();
  await glance(page, 'people-long');

  const booking = new BookingPages(page, texts);
  await page.goto('/events/donau-marathon/competitions');
  await booking.at('competitions');
  await page.getByRole('button', { name: 'Lena Leitner, 2016' }).first().click();
  await expect(page.locator('input[name$=".firstName"]').first()).toHaveValue('Lena');
  await expect(page.locator('input[name$=".birthDate"]').first()).toHaveValue(child.birthDate);
  await glance(page, 'people-offered');

  await page.goto('/settings/people');
  await page.getByRole('link', { name: `${t('companions.remove')} Lena Leitner` }).click();
  await look(page, 'people-remove');
  await page.getByRole('button', { name: t('companions.removeButton') }).click();
  await page.waitForURL(/done=forgotten/);
  await expect(page.getByText('Lena Leitner')).toHaveCount(0);
});
