import { orderOf } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Transfer } from './read-transfers.ts';

/** `out`: there is a link to give away. `no`: whoever paid, or the organizer, does not want it. `over`: nobody took it. */
export type PersonNews = 'out' | 'no' | 'over' | 'passed';

/** Whoever asked by their own page hears how it went, at the address they had then. */
export async function tellPerson(
  work: Work,
  { id, personEmail, fromOrderId }: Pick<Transfer, 'id' | 'personEmail' | 'fromOrderId'>,
  news: PersonNews,
): Promise<void> {
  const order = personEmail === null ? null : await orderOf(work.tx, fromOrderId);
  if (personEmail === null || !order) return;
  await work.post({
    ...{ type: 'TransferNews', uniqueKey: `TransferNews|${id}|${news}`, recipient: personEmail },
    ...{ locale: order.language, params: { transferId: id, news } },
  });
}
