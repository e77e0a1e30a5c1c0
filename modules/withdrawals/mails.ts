import { cardOfId } from '#modules/gift-cards/index.ts';
import {
  mailBodyOf,
  mainOrganizer,
  type OrderRecord,
  orderOf,
  orderTranslator,
  sampled,
  signedOrderLink,
} from '#modules/orders/index.ts';
import { organizerById } from '#modules/organizers/index.ts';
import type { Work } from '#src/data/work.ts';
import { cents, zeroCents } from '#src/kernel/money.ts';
import { instant } from '#src/kernel/time.ts';
import { type MailBlock, renderMail } from '#src/mail/frame.tsx';
import { type MailType, mailType } from '#src/mail/kinds.ts';
import type { MailContent } from '#src/mail/message.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone, type Locale, type Translator, translatorFor } from '#src/texts/locale.ts';
import { withdrawalPath } from './paths.ts';
import { linesOf, linesToAnswer, withdrawalOf } from './read-withdrawals.ts';
import { suggestedAnswer } from './rules/answers.ts';
import type { Withdrawal } from './schema.ts';

type Reader = 'buyer' | 'sender';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    WithdrawalReceived: { withdrawalId: number; to: Reader };
    WithdrawalToDecide: { withdrawalId: number };
    WithdrawalAnswered: { withdrawalId: number; to: Reader };
  }
}

type Post = (work: Work, of: Withdrawal, to: Reader, recipient: string, locale: Locale) => Promise<boolean>;

const posting =
  (type: 'WithdrawalReceived' | 'WithdrawalAnswered'): Post =>
  (work, { id, orderId }, to, recipient, locale) =>
    work.post({
      type,
      uniqueKey: `${type}|${id}|${to}`,
      recipient,
      locale,
      params: { withdrawalId: id, to },
      // Organizers see mails of an order, and the statement names its sender.
      ...(to === 'buyer' && orderId !== null ? { orderId } : {}),
    });

export const postReceived = posting('WithdrawalReceived');
export const postAnswered = posting('WithdrawalAnswered');

export const postToDecide = (work: Work, { id, language }: Withdrawal, recipient: string): Promise<boolean> =>
  work.post({
    type: 'WithdrawalToDecide',
    uniqueKey: `WithdrawalToDecide|${id}`,
    recipient,
    locale: language,
    params: { withdrawalId: id },
  });

type MailDeps = Pick<Deps, 'read' | 'config' | 'signer' | 'clock'>;
type Kind = 'received' | 'toDecide' | 'answered';
type MailData = {
  kind: Kind;
  to: Reader;
  withdrawal: Withdrawal;
  order: OrderRecord | null;
  contact: string;
  i18n: Translator;
};

type AnsweredLines = { name: string; quantity: number; answer: string }[];

const statement = ({ withdrawal, i18n: { t, ...i18n } }: MailData): MailBlock => ({
  kind: 'facts',
  facts: [
    { label: t('withdrawals.fact.declaredAt'), value: i18n.dateTime(withdrawal.declaredAt) },
    { label: t('withdrawals.fact.name'), value: withdrawal.name },
    { label: t('withdrawals.form.orderNumber'), value: withdrawal.orderNumber },
    { label: t('withdrawals.fact.email'), value: withdrawal.email ?? '' },
    { label: t('withdrawals.fact.what'), value: withdrawal.what || t('withdrawals.everything'), verbatim: true },
  ],
});

const listed = (lines: AnsweredLines, i18n: Translator, is: (answer: string) => boolean): string[] =>
  lines
    .filter(({ answer }) => is(answer))
    .map(({ name, quantity, answer }) => {
      const what = i18n.t('ordersAdmin.person.article', { quantity, name });
      const key = `withdrawals.reason.${answer}`;
      return i18n.has(key) ? `${what}: ${i18n.t(key)}` : what;
    });

function ofOrder(deps: MailDeps, data: MailData, lines: AnsweredLines): MailBlock[] {
  const { kind, withdrawal, order, i18n } = data;
  if (data.to !== 'buyer') return [];
  const { t } = i18n;
  const [good, bad] = [
    listed(lines, i18n, (answer) => answer === 'accepted'),
    listed(lines, i18n, (answer) => answer !== 'accepted' && answer !== 'untouched'),
  ];
  const list = (title: string, items: string[]): MailBlock[] =>
    items.length === 0
      ? []
      : [
          { kind: 'paragraph', text: title },
          { kind: 'list', items },
        ];
  const isDone = kind === 'answered';
  return [
    ...list(t(isDone ? 'withdrawals.mail.accepted' : 'withdrawals.mail.withRight'), good),
    ...list(t(isDone ? 'withdrawals.mail.refused' : 'withdrawals.mail.withoutRight'), bad),
    ...(isDone && withdrawal.goesBack > 0
      ? [
          {
            kind: 'paragraph' as const,
            text: t('moves.mail.goesBack', { amount: i18n.money(withdrawal.goesBack) }),
          },
        ]
      : []),
    ...(order
      ? [
          { kind: 'hint' as const, text: t('withdrawals.mail.places') },
          {
            kind: 'button' as const,
            label: t('moves.mail.toOrder'),
            url: deps.config.publicUrl + signedOrderLink(deps, order),
          },
        ]
      : isDone && good.length > 0
        ? [{ kind: 'paragraph' as const, text: t('withdrawals.mail.card') }]
        : []),
  ];
}

const isOfNothing = ({ orderId, giftCardId }: Withdrawal): boolean => orderId === null && giftCardId === null;

function render(deps: MailDeps, data: MailData, lines: AnsweredLines): MailContent {
  const { kind, to, withdrawal, order, contact, i18n } = data;
  const { t } = i18n;
  const values = { orderNumber: withdrawal.orderNumber, at: i18n.dateTime(withdrawal.declaredAt), contact };
  const say = (part: 'subject' | 'title' | 'preheader') => t(`withdrawals.mail.${kind}.${part}`, values);
  const text = kind === 'toDecide' ? 'withdrawals.mail.toDecide.text' : (`withdrawals.mail.${kind}.${to}` as const);
  const blocks: MailBlock[] = [
    { kind: 'heading', text: say('title') },
    { kind: 'paragraph', text: t(text, values) },
    statement(data),
    ...(kind === 'answered' && withdrawal.note && (to === 'buyer' || isOfNothing(withdrawal))
      ? [{ kind: 'paragraph' as const, text: withdrawal.note }]
      : []),
    ...(kind === 'toDecide'
      ? [
          {
            kind: 'button' as const,
            label: t('withdrawals.mail.toDecide.button'),
            url: deps.config.publicUrl + withdrawalPath(withdrawal.id),
          },
        ]
      : ofOrder(deps, data, lines)),
  ];
  const why = t(kind === 'toDecide' ? 'withdrawals.mail.toDecide.why' : `withdrawals.mail.why.${to}`);
  // The mail frame names the order's buyer as well.
  if (order && (to === 'buyer' || kind === 'toDecide'))
    return renderMail(
      say('subject'),
      mailBodyOf(deps.config, order, i18n, { preheader: say('preheader'), blocks, why }),
    );
  const brand = t('ui.product.name');
  const { publicUrl } = deps.config;
  const body = { lang: i18n.htmlLang, preheader: say('preheader'), brand, blocks, footer: [why, brand, publicUrl] };
  return renderMail(say('subject'), body);
}

async function make(
  deps: MailDeps,
  kind: Kind,
  { withdrawalId, to }: { withdrawalId: number; to: Reader },
  locale: Locale,
): Promise<MailContent | null> {
  const withdrawal = await withdrawalOf(deps.read, withdrawalId);
  if (!withdrawal || (kind === 'toDecide' && withdrawal.answeredAt !== null)) return null;
  const order = withdrawal.orderId === null ? null : await orderOf(deps.read, withdrawal.orderId);
  const isTheirs = order && (to === 'buyer' || kind === 'toDecide');
  const i18n = isTheirs ? orderTranslator(order, locale) : translatorFor(locale, 'standard', defaultTimeZone);
  const { declaredAt } = withdrawal;
  const lines =
    kind === 'answered'
      ? await linesOf(deps.read, withdrawalId)
      : kind === 'received'
        ? (await linesToAnswer(deps.read, withdrawal, order)).map(({ name, quantity, right, endsAt, isFromDesk }) => {
            return { name, quantity, answer: suggestedAnswer(right, { declaredAt, endsAt, isFromDesk }) };
          })
        : [];
  const card = withdrawal.giftCardId === null ? null : await cardOfId(deps.read, withdrawal.giftCardId);
  const organizerId = order ? mainOrganizer(order)?.id : card?.organizerId;
  const organizer = organizerId === undefined ? null : await organizerById(deps.read, organizerId);
  const contact = organizer?.email ?? deps.config.contactEmail;
  return render(deps, { kind, to, withdrawal, order, contact, i18n }, lines);
}

const sample = (deps: MailDeps, kind: Kind, eventId: number, locale: Locale): Promise<MailContent | null> =>
  sampled(deps, eventId, locale, {}, async (order, i18n) => {
    const at = instant(deps.clock());
    const name = i18n.t('giftCards.sample.buyer');
    const [line] = order.orderItems.filter(({ kind: of }) => of === 'article');
    const withdrawal: Withdrawal = {
      ...{
        id: 0,
        key: '',
        giftCardId: null,
        orderId: order.id,
        orderNumber: order.orderNumber,
        name,
        email: 'jana@example.org',
        what: '',
      },
      ...{ language: locale, declaredAt: at, answeredAt: null, answeredBy: null, note: '' },
      goesBack: line ? cents(line.priceTotal) : zeroCents,
    };
    const lines = line ? [{ name: line.name, quantity: 1, answer: 'accepted' }] : [];
    return render(deps, { kind, to: 'buyer', withdrawal, order, contact: deps.config.contactEmail, i18n }, lines);
  });

export const withdrawalMailTypes = (deps: Deps): MailType[] => [
  mailType('WithdrawalReceived', {
    audience: 'buyer',
    make: (params, locale) => make(deps, 'received', params, locale),
    sample: (eventId, locale) => sample(deps, 'received', eventId, locale),
  }),
  mailType('WithdrawalToDecide', {
    audience: 'organizer',
    make: ({ withdrawalId }, locale) => make(deps, 'toDecide', { withdrawalId, to: 'sender' }, locale),
    sample: (eventId, locale) => sample(deps, 'toDecide', eventId, locale),
  }),
  mailType('WithdrawalAnswered', {
    audience: 'buyer',
    make: (params, locale) => make(deps, 'answered', params, locale),
    sample: (eventId, locale) => sample(deps, 'answered', eventId, locale),
  }),
];
