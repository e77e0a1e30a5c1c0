/** The booking as a visitor goes through it, with or without scripts, in any language. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import type { Texts } from '../texts.ts';

export type Runner = {
  firstName: string;
  lastName: string;
  /** `YYYY-MM-DD` */
  birthDate: string;
  gender: 'female' | 'male' | 'diverse';
  email?: string;
};
export type Buyer = {
  firstName: string;
  lastName: string;
  street: string;
  houseNumber: string;
  zipCode: string;
  city: string;
  countryCode: string;
};

export const buyerInLinden: Buyer = {
  firstName: 'Jördis',
  lastName: 'Großkopf',
  street: 'Straße der Läufer',
  houseNumber: '12a',
  zipCode: '4020',
  city: 'Linden',
  countryCode: 'AT',
};

export class BookingPages {
  constructor(
    readonly page: Page,
    readonly texts: Texts,
  ) {}

  /** On the event page: opens the form that asks a guest for the address, on a phone by the bar at the lower edge. */
  async openSignUp(): Promise<Locator> {
    await this.page
      .getByRole('button', { name: this.texts.t('events.event.signUp') })
      .filter({ visible: true })
      .first()
      .click();
    const form = this.page.locator('#sign-up');
    await expect(form.locator('input[name=email]')).toBeFocused();
    return form;
  }
  /** From the event page to the first step, as a guest. */
  async signUp(email: string): Promise<void> {
    const form = await this.openSignUp();
    await form.locator('input[name=email]').fill(email);
    await form.getByRole('button', { name: this.texts.t('events.signUp.next') }).click();
    await this.at('competitions');
  }

  /** The one main button: in the form on a desk, at the lower edge on a phone. */
  private main(label: string): Locator {
    return this.page.getByRole('button', { name: label, exact: true }).filter({ visible: true }).first();
  }
  async next(): Promise<void> {
    const before = this.page.url();
    await this.main(this.texts.t('ui.form.next')).click();
    await this.page.waitForURL((url) => url.href !== before);
  }
  /** Presses the main button where the same page is expected again. */
  pressNext = (): Promise<void> => this.main(this.texts.t('ui.form.next')).click();

  at = (step: string): Promise<void> => this.page.waitForURL(new RegExp(`/events/[^/]+/${step}([?#]|$)`));

  competition = (title: string): Locator =>
    this.page.locator('section.entry-group', { has: this.page.getByRole('heading', { name: title, exact: true }) });

  /** Adds one more person or team, and waits until its fields are there. */
  async add(title: string): Promise<Locator> {
    const entries = this.competition(title).locator('.entry');
    if (!(await this.competition(title).isVisible())) await this.page.locator('.entry-others > summary').click();
    const before = await entries.count();
    await this.competition(title).locator('button[name=intent][value^="add:"]').click();
    await expect(entries).toHaveCount(before + 1);
    return entries.nth(before);
  }

  async person(entry: Locator, index: number, runner: Runner): Promise<void> {
    const card = entry.locator('.entry-person').nth(index);
    await this.unfold(card);
    await card.locator('[name$=".firstName"]').fill(runner.firstName);
    await card.locator('[name$=".lastName"]').fill(runner.lastName);
    await card.locator('[name$=".birthDate"]').fill(this.texts.typedDate(runner.birthDate));
    await card.locator('[name$=".gender"]').selectOption(runner.gender);
    if (runner.email) await this.showMore(card);
    if (runner.email) await card.locator('[name$=".email"]').fill(runner.email);
  }

  /** Somebody who is finished takes one line. */
  async unfold(card: Locator): Promise<void> {
    const edit = card.locator('button[value^="edit:"]').filter({ visible: true });
    if (await edit.count()) await edit.click();
  }

  /** What nobody has to say about somebody is folded into one line. */
  async showMore(card: Locator): Promise<void> {
    await this.unfold(card);
    const folded = card.locator('details:not([open]) > summary');
    if (await folded.count()) await folded.click();
  }

  async addRunner(title: string, runner: Runner): Promise<void> {
    await this.person(await this.add(title), 0, runner);
  }

  async addTeam(title: string, name: string, members: readonly Runner[]): Promise<void> {
    const entry = await this.add(title);
    await entry.locator('[name$=".teamName"]').fill(name);
    for (const [index, member] of members.entries()) await this.person(entry, index, member);
  }

  total = (cents: number): Promise<void> =>
    expect(this.page.locator('#summary output')).toHaveText(this.texts.money(cents));

  /** `personIndex`: as they stand on the page. Whoever is folded up is opened. */
  async article(personIndex: number, articleName: string, variant: string, quantity: number): Promise<void> {
    const person = this.page.locator('fieldset.entry-person').nth(personIndex);
    await this.unfold(person);
    const control = person
      .locator('.entry-article', { hasText: articleName })
      .getByRole('radio', { name: variant, exact: true })
      .or(
        person.locator('.entry-article', { hasText: articleName }).getByRole('textbox', { name: variant, exact: true }),
      );
    if ((await control.getAttribute('type')) === 'radio') await control.check();
    else await control.fill(String(quantity));
  }

  /** With scripts what people take along and what protects them stands on the page of the people. */
  get hasScripts(): boolean {
    return test.info().project.use.javaScriptEnabled !== false;
  }
  private async toStep(step: string, shown: string): Promise<void> {
    if (this.hasScripts) return this.page.locator(shown).first().waitFor();
    await this.next();
    await this.at(step);
  }
  toArticles = (): Promise<void> => this.toStep('articles', '.entry-article');
  toProtection = (): Promise<void> => this.toStep('cancellation-protection', '[name^="protection."]');
  async toAddress(): Promise<void> {
    await this.next();
    await this.at('delivery-address');
  }
  /** From the address: with scripts one orders there. */
  toCheck = (): Promise<void> => this.toStep('check-order', '#order-lines');

  /** Goes on though somebody takes nothing: the page asks once, and names them. */
  async nextWithoutArticlesFor(name: string): Promise<void> {
    await this.pressNext();
    await expect(this.page.locator('#decline')).toContainText(name);
    await this.next();
  }

  protect = (title: string): Promise<void> => this.page.getByRole('checkbox', { name: title }).check();

  /** An address that is known takes its lines; it is opened here. */
  async address(buyer: Buyer): Promise<void> {
    const folded = this.page.locator('.address-known + details:not([open]) > summary');
    if (await folded.count()) await folded.click();
    for (const [name, value] of Object.entries(buyer)) {
      const field = this.page.locator(`[name="contact.${name}"]`);
      if ((await field.count()) === 0) continue;
      if (name === 'countryCode') await field.selectOption(value);
      else await field.fill(value);
    }
  }

  async accept(): Promise<void> {
    await this.page.locator('[name=accepted]').check();
  }

  order = (): Promise<void> => this.main(this.texts.t('orders.check.order')).click();

  payBy = (method: 'bank' | 'visa' | 'account'): Promise<void> =>
    this.page.getByRole('radio', { name: this.texts.t(`payments.method.${method}`) }).check();

  /** Orders, to be paid by transfer; answers the number of the order. */
  async orderByTransfer(): Promise<string> {
    await this.payBy('bank');
    await this.order();
    await this.page.waitForURL(/\/payment-in-advance\/\d+$/);
    return new URL(this.page.url()).pathname.split('/').pop() ?? '';
  }
}
