import type { ReactElement } from 'react';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card, Facts } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { cardPath, cardReference, cardsPath } from '../links.ts';
import type { CardState } from '../rules/card-state.ts';
import { maskedCardCode } from '../rules/code.ts';
import type { GiftCard, GiftCardMove } from '../schema.ts';
import { StateBadge } from './card-listing.tsx';

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
              ? [{ label: i18n.t('giftCards.column.code'), value: <code>{maskedCardCode(card.code)}</code> }]
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
