import type { Instant } from '#src/kernel/time.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { cardPath, cardsPath } from '../links.ts';
import { cardSource, isInState, readListed } from '../read-cards.ts';
import { type CardState, cardState, cardStates } from '../rules/card-state.ts';
import { shortCardCode } from '../rules/code.ts';
import type { GiftCard } from '../schema.ts';

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
