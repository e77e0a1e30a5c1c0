import type { ReactElement } from 'react';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card, Facts } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { cardPath, cardReference, cardsPath } from '../links.ts';
import type { CardState } from '../rules/card-state.ts';
import { shownCardCode } from '../rules/code.ts';
import type { GiftCard, GiftCardMove } from '../schema.ts';
import { StateBadge } from './card-listing.tsx';

type CardPageProps = {
  card: GiftCard;
  state: CardState;
  /** The day on which it goes out, as long as that is to come. */
  day: string | null;
  moves: readonly GiftCardMove[];
  words: Translator;
  csrfToken: string | null;
};

/** One card: what it is, what may be done with it, and what happened to it. */
export function CardPage({ card, state, day, moves, words, csrfToken }: CardPageProps): ReactElement {
  const isPaid = card.issuedAt !== null;
  return (
    <>
      <Card>
        <p>
          <StateBadge state={state} words={words} />
        </p>
        <Facts
          facts={[
            ...(isPaid
              ? [{ label: words.t('giftCards.column.code'), value: <code>{shownCardCode(card.code)}</code> }]
              : [{ label: words.t('payments.transfer.reference'), value: cardReference(card) }]),
            { label: words.t('giftCards.fact.amount'), value: words.money(card.amount) },
            ...(isPaid ? [{ label: words.t('giftCards.fact.rest'), value: words.money(card.rest) }] : []),
            ...(card.validUntil === null
              ? []
              : [{ label: words.t('giftCards.fact.until'), value: words.date(card.validUntil - 1) }]),
            { label: words.t('giftCards.column.buyer'), value: both(card.buyerName, card.buyerEmail) },
            ...(card.recipientName || card.recipientEmail
              ? [
                  {
                    label: words.t('giftCards.column.recipient'),
                    value: both(card.recipientName, card.recipientEmail),
                  },
                ]
              : []),
            ...(card.message ? [{ label: words.t('giftCards.form.message'), value: card.message }] : []),
            ...(card.sendAt === null
              ? []
              : [{ label: words.t('giftCards.form.sendOn'), value: words.date(card.sendAt) }]),
          ]}
        />
        {isPaid && state !== 'dropped' ? (
          <p>
            <a href={`${cardPath(card)}/pdf`}>{words.t('giftCards.card.pdf')}</a>
          </p>
        ) : null}
        <Steps card={card} state={state} day={day} words={words} csrfToken={csrfToken} />
      </Card>
      <Table
        caption={words.t('giftCards.card.history')}
        rows={moves}
        rowKey={({ id }) => id}
        empty=""
        columns={[
          {
            key: 'at',
            title: words.t('giftCards.column.at'),
            cell: ({ createdAt }) => words.shortDateTime(createdAt),
          },
          {
            key: 'kind',
            title: words.t('giftCards.column.what'),
            heading: true,
            cell: ({ kind, note }) => [words.t(`giftCards.move.${kind}`), note].filter(Boolean).join(': '),
          },
          {
            key: 'order',
            title: words.t('giftCards.column.order'),
            cell: ({ orderId }) => (orderId === null ? '–' : <a href={`/admin/orders/${orderId}`}>{orderId}</a>),
          },
          {
            key: 'amount',
            title: words.t('giftCards.column.amount'),
            align: 'end',
            cell: ({ kind, amount }) =>
              amount === 0 ? '–' : words.money(cents(kind === 'redeemed' ? -amount : amount)),
          },
        ]}
      />
      <p>
        <a href={cardsPath(card.organizerId)}>{words.t('giftCards.card.all')}</a>
      </p>
    </>
  );
}

const both = (name: string, email: string | null): string => [name, email].filter(Boolean).join(' · ') || '–';

function Steps({ card, state, day, words, csrfToken }: Omit<CardPageProps, 'moves'>): ReactElement | null {
  const at = cardPath(card);
  const hasAddress = (card.recipientEmail ?? card.buyerEmail) !== null;
  if (state === 'dropped') return null;
  if (state === 'ordered')
    return (
      <Form action={`${at}/issue`}>
        <p>
          {words.t(day === null ? 'giftCards.card.waits' : 'giftCards.card.waitsForDay', {
            ...{ amount: words.money(card.amount), reference: cardReference(card) },
            ...(day === null ? {} : { day }),
          })}
        </p>
        <TextField name="note" label={words.t('giftCards.form.note')} maxLength={500} />
        <div className="form-actions">
          <Button>{words.t('giftCards.card.issue')}</Button>
          <Button look="quiet" formAction={`${at}/drop`}>
            {words.t('giftCards.card.drop')}
          </Button>
        </div>
      </Form>
    );
  if (state === 'blocked')
    return (
      <Form action={`${at}/unblock`}>
        <TextField name="note" label={words.t('giftCards.form.note')} maxLength={500} />
        <div className="form-actions">
          <Button look="quiet">{words.t('giftCards.card.unblock')}</Button>
        </div>
      </Form>
    );
  return (
    <>
      {state === 'ready' && hasAddress ? (
        <PostButton action={`${at}/send`} csrfToken={csrfToken} look="quiet">
          {words.t(card.sentAt === null ? 'giftCards.card.sendNow' : 'giftCards.card.send')}
        </PostButton>
      ) : null}
      <details>
        <summary>{words.t('giftCards.card.block')}</summary>
        <Form action={`${at}/block`}>
          <p>{words.t('giftCards.card.blockText')}</p>
          <TextField name="note" label={words.t('giftCards.form.note')} maxLength={500} />
          <div className="form-actions">
            <Button look="danger">{words.t('giftCards.card.blockDo')}</Button>
            <ButtonLink look="plain" href={at}>
              {words.t('ui.form.cancel')}
            </ButtonLink>
          </div>
        </Form>
      </details>
    </>
  );
}
