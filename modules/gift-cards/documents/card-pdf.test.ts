import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { addOrganizerUser, createOrganizer, organizerById } from '#modules/organizers/index.ts';
import { present } from '#src/kernel/assert.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { barriersOf, readPaper, spoken } from '#tests/support/read-paper.ts';
import { testShop } from '#tests/support/shop.ts';
import { formatCardCode } from '../rules/card.ts';
import { soldCard } from '../testing.ts';
import { cardPdf } from './card-pdf.ts';

test.each(['de', 'en-us'] as const)(
  'a gift card (%s) is one page that says all of it, and can be read out',
  async (language) => {
    const shop = await testShop();
    const owner = await shop.login('owner@club.example');
    const editorId = (await owner.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
    const organizerId = await shop.deps.write(async (work) => {
      const id = await createOrganizer(work, { name: 'Laufclub Linz' });
      await addOrganizerUser(work, id, 'owner@club.example', undefined, 'owner');
      return id;
    });
    const message = `${'Für deinen ersten Marathon! '.repeat(16).trim()}`;
    const card = await soldCard(shop, { organizerId, editorId, recipientName: 'Paul Maier', message, language });
    const seller = present(await organizerById(shop.deps.read, organizerId), 'it was just made');
    const i18n = translatorFor(language);
    const bytes = await cardPdf(shop.deps, { card, seller }, i18n, null);
    if (process.env.PAPER) await writeFile(`${process.env.PAPER}-${language}.pdf`, bytes);
    const paper = await readPaper(bytes);
    expect(barriersOf(paper)).toEqual([]);
    expect(paper.pages).toBe(1);
    const all = spoken(paper.tree);
    const said = [
      i18n.money(card.amount),
      formatCardCode(card.code),
      'Paul Maier',
      'Jana Steiner',
      message,
      'Laufclub Linz',
    ];
    for (const part of said) expect(all).toContain(part);
  },
);
