import type { ReactElement } from 'react';
import { cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Badge, Card, Facts, type Tone } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { cardPath, cardReference, cardsPath } from '../links.ts';
import { cardSource, isInState, readListed } from '../read-cards.ts';
import { type CardState, cardState, cardStates, formatCardCode, shortCardCode } from '../rules/card.ts';
import type { GiftCard, GiftCardMove } from '../schema.ts';

export type AboutCards = ListAbout & { organizerId: number; now: Instant };

const tones: Partial<Record<CardState, Tone>> = { ordered: 'wait', ready: 'good', blocked: 'bad' };
export const stateName = (state: string, i18n: Translator): string => i18n.t(`giftCards.state.${state}` as MessageKey);
export const StateBadge = ({ state, i18n }: { state: CardState; i18n: Translator }) => (
  <Badge tone={tones[state] ?? 'neutral'}>{stateName(state, i18n)}</Badge>
);

/** Lists and files never contain a whole code. */
export const cardListing = {
  path: ({ organizerId }) => cardsPath(organizerId),
  file: ({ organizerId }) => ({ path: `${cardsPath(organizerId)}/file`, name: `gift-cards-${organizerId}` }),
  name: () => 'gift-cards',
  rowsOnAPage: 50,
  first: { field: 'id', direction: 'desc' },
  filters: {
    q: { as: 'search', label: 'giftCards.list.search' },
    state: {
      as: 'choice',
      label: 'giftCards.column.state',
      none: 'ui.list.any',
      values: cardStates,
      say: stateName,
      where: (value, { now }) => isInState(value as CardState, now),
    },
  },
  columns: ({ i18n, now }) => [
    {
      key: 'code',
      title: i18n.t('giftCards.column.code'),
      heading: true,
      cell: (card) => <a href={cardPath(card)}>{shortCardCode(card.code)}</a>,
      text: ({ code }) => shortCardCode(code),
    },
    {
      key: 'state',
      title: i18n.t('giftCards.column.state'),
      cell: (card) => <StateBadge state={cardState(card, now)} i18n={i18n} />,
      text: (card) => stateName(cardState(card, now), i18n),
    },
    {
      key: 'amount',
      title: i18n.t('giftCards.fact.amount'),
      align: 'end',
      sortable: true,
      text: ({ amount }) => i18n.money(amount),
      typed: { kind: 'money', of: ({ amount }) => amount },
    },
    {
      key: 'rest',
      title: i18n.t('giftCards.fact.rest'),
      align: 'end',
      sortable: true,
      text: ({ rest }) => i18n.money(rest),
      typed: { kind: 'money', of: ({ rest }) => rest },
    },
    {
      key: 'buyerName',
      title: i18n.t('giftCards.column.buyer'),
      sortable: true,
      text: ({ buyerName, buyerEmail }) => buyerName || (buyerEmail ?? ''),
    },
    {
      key: 'recipient',
      title: i18n.t('giftCards.column.recipient'),
      text: ({ recipientName, recipientEmail }) => recipientName || (recipientEmail ?? ''),
    },
    {
      key: 'createdAt',
      title: i18n.t('giftCards.column.sold'),
      sortable: true,
      text: ({ createdAt }) => i18n.shortDate(createdAt),
    },
    {
      key: 'validUntil',
      title: i18n.t('giftCards.fact.until'),
      sortable: true,
      text: ({ validUntil }) => (validUntil === null ? '' : i18n.shortDate(validUntil - 1)),
    },
  ],
  ...rowsOf(({ organizerId }: AboutCards) => cardSource(organizerId), readListed),
  texts: {
    caption: 'giftCards.title',
    count: 'giftCards.list.count',
    empty: 'giftCards.list.none',
    emptyFiltered: 'giftCards.list.noMatch',
  },
} as const satisfies Listing<GiftCard, AboutCards>;

type CardPageProps = {
  card: GiftCard;
  state: CardState;
  day: string | null;
  moves: readonly GiftCardMove[];
  i18n: Translator;
  csrfToken: string | null;
};

export function CardPage({ card, state, day, moves, i18n, csrfToken }: CardPageProps): ReactElement {
  const isPaid = card.issuedAt !== null;
  return (
    <>
      <Card>
        <p>
          <StateBadge state={state} i18n={i18n} />
        </p>
        <Facts
          facts={[
            ...(isPaid
              ? [{ label: i18n.t('giftCards.column.code'), value: <code>{formatCardCode(card.code)}</code> }]
              : [{ label: i18n.t('payments.transfer.reference'), value: cardReference(card) }]),
            { label: i18n.t('giftCards.fact.amount'), value: i18n.money(card.amount) },
            ...(isPaid ? [{ label: i18n.t('giftCards.fact.rest'), value: i18n.money(card.rest) }] : []),
            ...(card.validUntil === null
              ? []
              : [{ label: i18n.t('giftCards.fact.until'), value: i18n.date(card.validUntil - 1) }]),
            { label: i18n.t('giftCards.column.buyer'), value: both(card.buyerName, card.buyerEmail) },
            ...(card.recipientName || card.recipientEmail
              ? [
                  {
                    label: i18n.t('giftCards.column.recipient'),
                    value: both(card.recipientName, card.recipientEmail),
                  },
                ]
              : []),
            ...(card.message ? [{ label: i18n.t('giftCards.form.message'), value: card.message }] : []),
            ...(card.sendAt === null
              ? []
              : [{ label: i18n.t('giftCards.form.sendOn'), value: i18n.date(card.sendAt) }]),
          ]}
        />
        {isPaid && state !== 'dropped' ? (
          <p>
            <a href={`${cardPath(card)}/pdf`}>{i18n.t('giftCards.card.pdf')}</a>
          </p>
        ) : null}
        <Steps card={card} state={state} day={day} i18n={i18n} csrfToken={csrfToken} />
      </Card>
      <Table
        caption={i18n.t('giftCards.card.history')}
        rows={moves}
        rowKey={({ id }) => id}
        empty=""
        columns={[
          {
            key: 'at',
            title: i18n.t('giftCards.column.at'),
            cell: ({ createdAt }) => i18n.shortDateTime(createdAt),
          },
          {
            key: 'kind',
            title: i18n.t('giftCards.column.what'),
            heading: true,
            cell: ({ kind, note }) => [i18n.t(`giftCards.move.${kind}`), note].filter(Boolean).join(': '),
          },
          {
            key: 'order',
            title: i18n.t('giftCards.column.order'),
            cell: ({ orderId }) => (orderId === null ? '–' : <a href={`/admin/orders/${orderId}`}>{orderId}</a>),
          },
          {
            key: 'amount',
            title: i18n.t('giftCards.column.amount'),
            align: 'end',
            cell: ({ kind, amount }) =>
              amount === 0 ? '–' : i18n.money(cents(kind === 'redeemed' ? -amount : amount)),
          },
        ]}
      />
      <p>
        <a href={cardsPath(card.organizerId)}>{i18n.t('giftCards.card.all')}</a>
      </p>
    </>
  );
}

const both = (name: string, email: string | null): string => [name, email].filter(Boolean).join(' · ') || '–';

function Steps({ card, state, day, i18n, csrfToken }: Omit<CardPageProps, 'moves'>): ReactElement | null {
  const at = cardPath(card);
  const hasAddress = (card.recipientEmail ?? card.buyerEmail) !== null;
  if (state === 'dropped') return null;
  if (state === 'ordered')
    return (
      <Form action={`${at}/issue`}>
        <p>
          {i18n.t(day === null ? 'giftCards.card.waits' : 'giftCards.card.waitsForDay', {
            ...{ amount: i18n.money(card.amount), reference: cardReference(card) },
            ...(day === null ? {} : { day }),
          })}
        </p>
        <TextField name="note" label={i18n.t('giftCards.form.note')} maxLength={500} />
        <div className="form-actions">
          <Button>{i18n.t('giftCards.card.issue')}</Button>
          <Button look="quiet" formAction={`${at}/drop`}>
            {i18n.t('giftCards.card.drop')}
          </Button>
        </div>
      </Form>
    );
  if (state === 'blocked')
    return (
      <Form action={`${at}/unblock`}>
        <TextField name="note" label={i18n.t('giftCards.form.note')} maxLength={500} />
        <div className="form-actions">
          <Button look="quiet">{i18n.t('giftCards.card.unblock')}</Button>
        </div>
      </Form>
    );
  return (
    <>
      {state === 'ready' && hasAddress ? (
        <PostButton action={`${at}/send`} csrfToken={csrfToken} look="quiet">
          {i18n.t(card.sentAt === null ? 'giftCards.card.sendNow' : 'giftCards.card.send')}
        </PostButton>
      ) : null}
      <details>
        <summary>{i18n.t('giftCards.card.block')}</summary>
        <Form action={`${at}/block`}>
          <p>{i18n.t('giftCards.card.blockText')}</p>
          <TextField name="note" label={i18n.t('giftCards.form.note')} maxLength={500} />
          <div className="form-actions">
            <Button look="danger">{i18n.t('giftCards.card.blockDo')}</Button>
            <ButtonLink look="plain" href={at}>
              {i18n.t('ui.form.cancel')}
            </ButtonLink>
          </div>
        </Form>
      </details>
    </>
  );
}
