import { catalogOf } from '#modules/events/index.ts';
import {
  buyerName,
  greeting,
  mailBodyOf,
  type OrderRecord,
  orderOf,
  sampled,
  signedOrderLink,
  wordsOfOrder,
} from '#modules/orders/index.ts';
import { shownStatus } from '#modules/orders/rules/order-state.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Translator } from '#src/platform/locale.ts';
import type { MailBlock } from '#src/platform/mail/body.ts';
import { renderMail } from '#src/platform/mail/frame.tsx';
import type { MailType } from '#src/platform/mail/kinds.ts';
import { mailType } from '#src/platform/mail/kinds.ts';
import type { MailContent } from '#src/platform/mail/message.ts';
import {
  type BankTransfer,
  bankTransferOf,
  codeBlock,
  codeFile,
  sampleTransfer,
  transferFacts,
} from '../bank-transfer-of.ts';
import { paymentPath } from '../paths.ts';

declare module '#src/platform/mail/kinds.ts' {
  interface MailParams {
    /** `difference`, `goesBack`: cents. */
    ParticipantMoved: {
      orderId: number;
      participantId: number;
      from: string;
      to: string;
      difference: Cents;
      goesBack: Cents;
    };
  }
}

type Move = {
  name: string;
  from: string;
  to: string;
  /** What the order costs more, what of it is open, and what goes back. */
  difference: Cents;
  open: Cents;
  /** What a company is billed for instead. */
  onAccount: Cents;
  goesBack: Cents;
  /** How the rest can be transferred. */
  transfer: BankTransfer | null;
};

/** What a buyer is written when somebody of the order starts in another competition: what it costs now, and what to do. */
export const moveMailTypes = (deps: Deps): MailType[] => [
  mailType('ParticipantMoved', {
    async make(params, locale) {
      const order = await orderOf(deps.read, params.orderId);
      if (!order || order.status === 'canceled') return null;
      const person = order.competitions
        .flatMap(({ teams }) => teams.flatMap(({ participants }) => participants))
        .find(({ id }) => id === params.participantId);
      if (!person) return null;
      const money = await deps.orderMoney(order);
      const isOnAccount = shownStatus(order) === 'onAccount';
      // Its buyer has nothing to pay.
      const open = isOnAccount ? zeroCents : money.open;
      const { bank } = deps.config;
      const isTransferable = open > 0 && bank && order.event.paymentInAdvancePossible;
      return movedMail(deps, order, wordsOfOrder(order, locale), {
        name: `${person.firstName} ${person.lastName}`,
        from: params.from,
        to: params.to,
        difference: params.difference,
        goesBack: params.goesBack,
        open,
        onAccount: isOnAccount ? money.open : zeroCents,
        transfer: isTransferable ? await bankTransferOf(deps.read, bank, order.id) : null,
      });
    },
    sample: (eventId, locale) =>
      sampled(deps, eventId, locale, {}, async (order, words) => {
        const title = order.competitions[0]?.title ?? order.event.title;
        const others = (await catalogOf(deps.read, eventId))?.competitions.filter((other) => other.title !== title);
        const grown = cents(1500);
        const transfer = { ...sampleTransfer(deps.config.bank, order), totalPrice: grown };
        const name = buyerName(order) ?? order.orderNumber;
        return movedMail(deps, order, words, {
          ...{ name, from: others?.[0]?.title ?? title, to: title },
          ...{ difference: grown, open: grown, onAccount: zeroCents, goesBack: zeroCents, transfer },
        });
      }),
  }),
];

async function movedMail(
  deps: Pick<Deps, 'config' | 'signer' | 'clock'>,
  order: OrderRecord,
  words: Translator,
  move: Move,
): Promise<MailContent> {
  const { name, from, to: competition, open, transfer } = move;
  const values = { name, from, competition, event: order.event.title, orderNumber: order.orderNumber };
  const blocks: MailBlock[] = [
    { kind: 'heading', text: words.t('moves.mail.title', values) },
    greeting(buyerName(order), words),
    { kind: 'paragraph', text: words.t('moves.mail.lead', values) },
    { kind: 'paragraph', text: differenceText(move.difference, words) },
    { kind: 'facts', facts: [{ label: words.t('moves.mail.total'), value: words.money(order.totalPrice) }] },
    ...moneyBlocks(move, words),
    ...(open > 0 ? [{ kind: 'hint' as const, text: words.t('ownOrder.mail.payLogin') }] : []),
    {
      kind: 'button',
      label: words.t(open > 0 ? 'moves.mail.pay' : 'moves.mail.toOrder'),
      url: deps.config.publicUrl + (open > 0 ? paymentPath(order.eventId, order.id) : signedOrderLink(deps, order)),
    },
  ];
  return renderMail(
    words.t('moves.mail.subject', values),
    mailBodyOf(deps.config, order, words, {
      preheader: words.t('moves.mail.preheader', values),
      blocks,
      why: words.t('mail.footer.order', { event: order.event.title }),
    }),
    transfer ? [await codeFile(transfer)] : [],
  );
}

function differenceText(difference: Cents, words: Translator): string {
  if (difference === 0) return words.t('moves.mail.same');
  return difference > 0
    ? words.t('moves.mail.more', { amount: words.money(difference) })
    : words.t('moves.mail.less', { amount: words.money(cents(-difference)) });
}

function moneyBlocks({ open, onAccount, goesBack, transfer }: Move, words: Translator): MailBlock[] {
  if (onAccount > 0)
    return [{ kind: 'paragraph', text: words.t('ownOrder.todo.onAccountText', { amount: words.money(onAccount) }) }];
  if (goesBack > 0)
    return [{ kind: 'paragraph', text: words.t('moves.mail.goesBack', { amount: words.money(goesBack) }) }];
  if (open === 0) return [];
  if (!transfer) return [{ kind: 'paragraph', text: words.t('moves.mail.openOnline', { amount: words.money(open) }) }];
  return [
    { kind: 'paragraph', text: words.t('moves.mail.open', { amount: words.money(open) }) },
    { kind: 'facts', facts: transferFacts(transfer, words) },
    codeBlock(words),
  ];
}
