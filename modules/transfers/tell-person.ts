import { orderOf } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Transfer } from './read-transfers.ts';

/** `out`: there is a link to pass on. `no`: the buyer or organizer refused. `over`: not taken in time. */
export type PersonNews = 'out' | 'no' | 'over' | 'passed';

/** Mails the outcome to the participant who asked, at the address of that time. */
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
