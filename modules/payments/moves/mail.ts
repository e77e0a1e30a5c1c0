import {
  buyerName,
  greeting,
  mailBodyOf,
  type OrderRecord,
  orderOf,
  sampled,
  wordsOfOrder,
} from '#modules/orders/index.ts';
import { formatIban } from '#src/kernel/iban.ts';
import type { Deps } from '#src/platform/http.ts';
import { isLocale, type Words } from '#src/platform/locale.ts';
import type { MailBlock } from '#src/platform/mail/body.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailContent } from '#src/platform/mail/message.ts';
import type { MailType } from '#src/platform/mailer.ts';
import { type BankTransfer, bankTransferOf, paymentCodePng, sampleTransfer } from '../bank-transfer-of.ts';
import { ownOrderPath, paymentPath } from '../paths.ts';

/** What a buyer is written when somebody of the order starts in another competition: what it costs now, and what to do. */
export const moveMailTypes = (deps: Deps): MailType[] => [
  {
    type: 'ParticipantMoved',
    async make(params, locale) {
      const order = await orderOf(deps.read, Number(params.orderId));
      if (!order || order.status === 'canceled') return null;
      const words = wordsOfOrder(order, isLocale(locale) ? locale : order.language);
      const person = order.competitions
        .flatMap(({ teams }) => teams.flatMap(({ participants }) => participants))
        .find(({ id }) => id === Number(params.participantId));
      if (!person) return null;
      const { open } = await deps.orderMoney(order);
      const transfer =
        open > 0 && deps.config.bank && order.event.paymentInAdvancePossible
          ? await bankTransferOf(deps.read, deps.config.bank, order.id)
          : null;
      return movedMail(deps, order, words, {
        name: `${person.firstName} ${person.lastName}`,
        from: String(params.from),
        to: String(params.to),
        difference: Number(params.difference),
        goesBack: Number(params.goesBack),
        open,
        transfer,
      });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, (order, words) => {
        const [first, second = first] = order.competitions;
        return movedMail(deps, order, words, {
          name: buyerName(order) ?? '',
          from: second?.title ?? '',
          to: first?.title ?? '',
          difference: 500,
          goesBack: 0,
          open: 500,
          transfer: sampleTransfer(deps.config.bank, { id: order.id, totalPrice: 500 }),
        });
      }),
  },
];

type Moved = {
  name: string;
  from: string;
  to: string;
  /** Cents; below 0 the new competition costs less. */
  difference: number;
  goesBack: number;
  open: number;
  transfer: BankTransfer | null;
};

async function movedMail(deps: Deps, order: OrderRecord, words: Words, moved: Moved): Promise<MailContent> {
  const { name, from, to, difference, goesBack, open, transfer } = moved;
  const values = { name, from, competition: to, event: order.event.title, orderNumber: order.orderNumber };
  const blocks: MailBlock[] = [
    { kind: 'heading', text: words.t('moves.mail.title', values) },
    greeting(buyerName(order), words),
    { kind: 'paragraph', text: words.t('moves.mail.lead', values) },
    { kind: 'paragraph', text: differenceText(difference, words) },
    { kind: 'facts', facts: [{ label: words.t('moves.mail.total'), value: words.money(order.totalPrice) }] },
    ...moneyBlocks({ order, open, goesBack, transfer, words }),
    {
      kind: 'button',
      label: words.t(open > 0 ? 'moves.mail.pay' : 'moves.mail.toOrder'),
      url: deps.config.publicUrl + (open > 0 ? paymentPath(order.eventId, order.id) : ownOrderPath(order.id)),
    },
  ];
  const code = transfer && {
    name: 'payment.png',
    type: 'image/png',
    bytes: await paymentCodePng(transfer),
    inlineId: 'payment-code',
  };
  return renderMail(
    words.t('moves.mail.subject', values),
    mailBodyOf(deps.config, order, words, {
      preheader: words.t('moves.mail.preheader', values),
      blocks,
      why: words.t('mail.footer.order', { event: order.event.title }),
    }),
    code ? [code] : [],
  );
}

function differenceText(difference: number, words: Words): string {
  if (difference === 0) return words.t('moves.mail.same');
  return difference > 0
    ? words.t('moves.mail.more', { amount: words.money(difference) })
    : words.t('moves.mail.less', { amount: words.money(-difference) });
}

type Money = { order: OrderRecord; open: number; goesBack: number; transfer: BankTransfer | null; words: Words };

function moneyBlocks({ open, goesBack, transfer, words }: Money): MailBlock[] {
  if (goesBack > 0)
    return [{ kind: 'paragraph', text: words.t('moves.mail.goesBack', { amount: words.money(goesBack) }) }];
  if (open === 0) return [];
  if (!transfer) return [{ kind: 'paragraph', text: words.t('moves.mail.openOnline', { amount: words.money(open) }) }];
  return [
    { kind: 'paragraph', text: words.t('moves.mail.open', { amount: words.money(open) }) },
    {
      kind: 'facts',
      facts: [
        { label: words.t('payments.transfer.payee'), value: transfer.payee },
        { label: words.t('payments.transfer.iban'), value: formatIban(transfer.iban) },
        ...(transfer.bic ? [{ label: words.t('payments.transfer.bic'), value: transfer.bic }] : []),
        { label: words.t('payments.transfer.amount'), value: words.money(transfer.totalPrice) },
        { label: words.t('payments.transfer.reference'), value: transfer.reference },
      ],
    },
    { kind: 'picture', inlineId: 'payment-code', alt: words.t('mail.qr.payment.alt'), width: 220 },
  ];
}
