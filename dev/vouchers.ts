import { catalogOf, createCompetition, createPrice } from '#modules/events/index.ts';
import { createCode, createVoucherType, generateCodes } from '#modules/vouchers/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { dateIn, days, instant, zonedInstant } from '#src/kernel/time.ts';

/** Used by a demo order, so that its pages show a voucher. */
export const clubCode = 'VEREIN10';

/** Codes: 10 % for clubs, a free engraving, an invitation, free start places. */
export async function addDemoVouchers(work: Work, eventId: number, editor: { userId: number }): Promise<void> {
  const catalog = present(await catalogOf(work.tx, eventId), 'a demo event exists');
  const { timeZone, endTimestamp } = catalog.event;
  const firstDay = dateIn(instant(work.now - days(1)), timeZone);
  const always = { eventId, validFrom: zonedInstant(firstDay, 0, 0, timeZone), validTo: endTimestamp };
  const give = async (code: string, type: Parameters<typeof createVoucherType>[1]) => {
    const voucherTypeId = await createVoucherType(work, type, editor);
    await createCode(work, { voucherTypeId, code }, editor);
    return voucherTypeId;
  };
  await give(clubCode, { ...always, name: 'Vereinsrabatt', amount: 10, unit: 'percentage', target: 'event' });
  const engraving = present(catalog.articles.at(-1), 'the demo marathon sells something');
  await give('GRAVUR', {
    ...always,
    name: 'Gravur geschenkt',
    amount: 100,
    unit: 'percentage',
    target: 'article',
    articleId: engraving.id,
  });
  const invited = await createCompetition(work, eventId, { title: 'Einladungslauf 10 km', totalTicketCount: 50 });
  const price = { price: 3500, quantity: 50, onlyBuyableWithVoucher: true };
  const competitionPriceId = await createPrice(work, invited, price);
  await give('EINLADUNG', { ...always, name: 'Einladung', target: 'competitionPrice', competitionPriceId });
  const voucherTypeId = await createVoucherType(
    work,
    {
      ...always,
      name: 'Freistart Sponsoren',
      prefix: 'DONAU-',
      amount: 100,
      unit: 'percentage',
      target: 'participant',
      useType: 'single',
    },
    editor,
  );
  await generateCodes(work, { voucherTypeId, count: 25 }, editor);
}
