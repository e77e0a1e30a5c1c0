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
export const stateName = (state: string, words: Translator): string =>
  words.t(`giftCards.state.${state}` as MessageKey);
export const StateBadge = ({ state, words }: { state: CardState; words: Translator }) => (
  <Badge tone={tones[state] ?? 'neutral'}>{stateName(state, words)}</Badge>
);

/** The gift cards of an organizer, the newest first. No list and no file has a whole code. */
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
  columns: ({ words, now }) => [
    {
      key: 'code',
      title: words.t('giftCards.column.code'),
      heading: true,
      cell: (card) => <a href={cardPath(card)}>{shortCardCode(card.code)}</a>,
      text: ({ code }) => shortCardCode(code),
    },
    {
      key: 'state',
      title: words.t('giftCards.column.state'),
      cell: (card) => <StateBadge state={cardState(card, now)} words={words} />,
      text: (card) => stateName(cardState(card, now), words),
    },
    {
      key: 'amount',
      title: words.t('giftCards.fact.amount'),
      align: 'end',
      sortable: true,
      text: ({ amount }) => words.money(amount),
      typed: { kind: 'money', of: ({ amount }) => amount },
    },
    {
      key: 'rest',
      title: words.t('giftCards.fact.rest'),
      align: 'end',
      sortable: true,
      text: ({ rest }) => words.money(rest),
      typed: { kind: 'money', of: ({ rest }) => rest },
    },
    {
      key: 'buyerName',
      title: words.t('giftCards.column.buyer'),
      sortable: true,
      text: ({ buyerName, buyerEmail }) => buyerName || (buyerEmail ?? ''),
    },
    {
      key: 'recipient',
      title: words.t('giftCards.column.recipient'),
      text: ({ recipientName, recipientEmail }) => recipientName || (recipientEmail ?? ''),
    },
    {
      key: 'createdAt',
      title: words.t('giftCards.column.sold'),
      sortable: true,
      text: ({ createdAt }) => words.shortDate(createdAt),
    },
    {
      key: 'validUntil',
      title: words.t('giftCards.fact.until'),
      sortable: true,
      text: ({ validUntil }) => (validUntil === null ? '' : words.shortDate(validUntil - 1)),
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
