import type { Deps } from '#src/platform/http.ts';
import { isLocale, type Locale, type Words } from '#src/platform/locale.ts';
import { type MailBlock, type MailBody, renderMail } from '#src/platform/mail/frame.tsx';
import type { MailContent } from '#src/platform/mail/message.ts';
import type { MailType } from '#src/platform/mailer.ts';
import { type CancelReason, cancellationMails } from '../order/cancel-order.ts';
import { confirmationFileName, confirmationPdf, wordsOfOrder } from '../order/confirmation.tsx';
import { itemLabel } from '../order/item-label.ts';
import { type OrderRecord, orderOf } from '../read.ts';
import { isPaidStatus } from '../rules/order-state.ts';

/** What buyers are written about their orders, in the order's language and the event's wording. */
export const orderMailTypes = (deps: Deps): MailType[] => [
  {
    type: 'OrderConfirmation',
    make: (params, locale) => about(deps, params, locale, (order, words) => confirmation(deps, order, words)),
  },
  {
    type: 'PendingOrderReminder',
    make: (params, locale) => about(deps, params, locale, async (order, words) => reminder(deps, order, words)),
  },
  ...(Object.keys(cancellationMails) as CancelReason[]).map(
    (reason): MailType => ({
      type: cancellationMails[reason],
      make: (params, locale) =>
        about(deps, params, locale, async (order, words) =>
          cancellation(deps, order, words, reason, Number(params.refundDue ?? 0)),
        ),
    }),
  ),
];

async function about(
  deps: Deps,
  params: Record<string, unknown>,
  locale: Locale,
  make: (order: OrderRecord, words: Words) => Promise<MailContent | null>,
): Promise<MailContent | null> {
  const order = await orderOf(deps.read, Number(params.orderId));
  if (!order) return null;
  return make(order, wordsOfOrder(order, isLocale(locale) ? locale : order.language));
}

async function confirmation(deps: Deps, order: OrderRecord, words: Words): Promise<MailContent | null> {
  if (!isPaidStatus(order.status)) return null;
  const values = { event: order.event.title, orderNumber: order.orderNumber };
  const people = order.competitions.flatMap((competition) =>
    competition.teams.flatMap((team) =>
      team.participants.map((person) =>
        words.t('orders.mail.participantLine', {
          name: `${person.firstName} ${person.lastName}`,
          competition: competition.title,
        }),
      ),
    ),
  );
  return renderMail(
    words.t('orders.mail.confirmation.subject', values),
    body(deps, order, words, words.t('orders.mail.confirmation.preheader', values), [
      { kind: 'heading', text: words.t('orders.mail.confirmation.heading') },
      { kind: 'paragraph', text: words.t('orders.mail.confirmation.text', values) },
      { kind: 'list', items: people },
      totals(order, words),
      { kind: 'hint', text: words.t('orders.mail.confirmation.tickets') },
      orderButton(deps, order, words),
    ]),
    [
      {
        name: confirmationFileName(order),
        type: 'application/pdf',
        bytes: await confirmationPdf(deps, order),
      },
    ],
  );
}

function reminder(deps: Deps, order: OrderRecord, words: Words): MailContent | null {
  if (order.status !== 'pending' || order.expiresAt === null) return null;
  const values = { event: order.event.title, orderNumber: order.orderNumber, until: words.dateTime(order.expiresAt) };
  return renderMail(
    words.t('orders.mail.reminder.subject', values),
    body(deps, order, words, words.t('orders.mail.reminder.preheader', values), [
      { kind: 'heading', text: words.t('orders.mail.reminder.heading') },
      { kind: 'paragraph', text: words.t('orders.mail.reminder.text', values) },
      totals(order, words),
      {
        kind: 'button',
        label: words.t('orders.mail.reminder.button'),
        url: `${deps.config.publicUrl}/events/${order.eventId}/payment?order=${order.id}`,
      },
    ]),
  );
}

function cancellation(
  deps: Deps,
  order: OrderRecord,
  words: Words,
  reason: CancelReason,
  refundDue: number,
): MailContent {
  const values = { event: order.event.title, orderNumber: order.orderNumber };
  const blocks: MailBlock[] = [
    { kind: 'heading', text: words.t('orders.mail.cancellation.heading') },
    { kind: 'paragraph', text: words.t(`orders.mail.cancellation.${reason}`, values) },
  ];
  if (refundDue > 0) {
    blocks.push({
      kind: 'paragraph',
      text: words.t('orders.mail.cancellation.refund', { amount: words.money(refundDue) }),
    });
  }
  blocks.push(totals(order, words));
  if (reason === 'expired') {
    blocks.push({
      kind: 'button',
      label: words.t('orders.mail.cancellation.again'),
      url: `${deps.config.publicUrl}/events/${order.eventId}`,
    });
  }
  return renderMail(
    words.t('orders.mail.cancellation.subject', values),
    body(deps, order, words, words.t(`orders.mail.cancellation.${reason}`, values), blocks),
  );
}

const totals = (order: OrderRecord, words: Words): MailBlock => ({
  kind: 'totals',
  lines: order.orderItems.map((line) => ({
    label: words.t('orders.line.amountAndName', { amount: line.amount, name: itemLabel(line, words) }),
    amount: words.money(line.priceTotal),
  })),
  total: { label: words.t('documents.order.total'), amount: words.money(order.totalPrice) },
});

const orderButton = (deps: Deps, order: OrderRecord, words: Words): MailBlock => ({
  kind: 'button',
  label: words.t('orders.mail.toOrder'),
  url: `${deps.config.publicUrl}/orders/${order.id}`,
});

function body(deps: Deps, order: OrderRecord, words: Words, preheader: string, blocks: MailBlock[]): MailBody {
  const main = order.organizers.find((organizer) => organizer.isMain) ?? order.organizers[0];
  const brand = main?.whiteLabel ?? words.t('ui.product.name');
  return {
    lang: words.htmlLang,
    preheader,
    brand,
    ...(main?.accentColor ? { accent: main.accentColor } : {}),
    blocks,
    footer: [
      words.t('orders.mail.why', { brand, orderNumber: order.orderNumber }),
      ...(main ? [words.t('orders.mail.organizer', { organizer: main.name })] : []),
      deps.config.publicUrl,
    ],
  };
}
