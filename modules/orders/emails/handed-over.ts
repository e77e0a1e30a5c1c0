import type { MailType } from '#src/mail/kinds.ts';
import { mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { wordsOfOrder } from '../words.ts';
import { greeting, orderMail } from './mail-body.ts';
import { sampled } from './order-mails.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    OrderHandedOver: { orderId: number; formerBuyerId: number };
  }
}

/** To the address that an order was taken from: that it belongs to another one now, and nothing of whose that is. */
export const handedOverMail = (deps: Deps): MailType =>
  mailType('OrderHandedOver', {
    audience: 'buyer',
    async make(params, locale) {
      const order = await orderOf(deps.read, params.orderId);
      // It may have come back before this went out.
      if (!order || order.userId === params.formerBuyerId) return null;
      return handedOver(deps, order, wordsOfOrder(order, locale));
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, i18n) => handedOver(deps, order, i18n)),
  });

function handedOver(deps: Pick<Deps, 'config'>, order: OrderRecord, i18n: Translator): MailContent {
  const values = { event: order.event.title, orderNumber: order.orderNumber };
  const about = {
    subject: i18n.t('handedOver.mail.subject', values),
    preheader: i18n.t('handedOver.mail.preheader', values),
  };
  return orderMail(deps, order, i18n, about, [
    { kind: 'heading', text: i18n.t('handedOver.mail.title') },
    // The name that the order knows may be the new buyer's by now.
    greeting(null, i18n),
    { kind: 'paragraph', text: i18n.t('handedOver.mail.text', values) },
    { kind: 'hint', text: i18n.t('handedOver.mail.object') },
  ]);
}
