import * as z from 'zod';
import { loadOrganizer } from '#modules/organizers/index.ts';
import { limitCodeGuesses } from '#modules/vouchers/index.ts';
import { cents, instant } from '#src/web/answers.ts';
import { api, tagged } from '#src/web/http.ts';
import { cardSteps, permissionOf, saveCardSettings } from './change-card.ts';
import { cardResponse } from './documents/card-pdf.ts';
import { orderCard, sellCard } from './issue-card.ts';
import { balanceOf, cardAt, figuresOf, loadCard, movesOf, newestCards, settingsOf } from './read-cards.ts';
import {
  cardAnswer,
  cardOfInput,
  cardRecord,
  codeInput,
  issueInput,
  oneCardAnswer,
  oneCardRecord,
  orderInput,
  settingsInput,
} from './shapes.ts';

const own = '/api/admin/organizers/{organizerId}/gift-cards' as const;
const settingsAt = '/api/admin/organizers/{organizerId}/gift-card-settings' as const;
const one = `${own}/{giftCardId}` as const;
const manages = { may: 'giftCard.manage', load: loadCard } as const;
const note = z.object({ note: z.string().trim().max(500).default('').describe('Reason, for the history') });
const maxListed = 500;

const settingsAnswer = z.object({ isOn: z.boolean(), least: cents, most: cents, years: z.int() });

export const giftCardApi = tagged('Gift cards', [
  api(
    {
      method: 'post',
      path: '/api/gift-cards/{organizerId}',
      may: 'giftCard.buy',
      refuses: ['GIFT_CARDS_OFF'],
      summary:
        'Orders a gift card. The buyer receives payment instructions by mail; the organizer issues the card once it is paid.',
      body: orderInput,
      answer: z.object({ ordered: z.literal(true) }),
      status: 201,
    },
    async ({ deps, params: { organizerId }, body, i18n, clientAddress }) => {
      const origin = { clientAddress, limitFactor: deps.config.limitFactor };
      const card = { ...cardOfInput(body), organizerId, language: i18n.locale, buyerEmail: body.buyerEmail };
      await deps.write((work) => orderCard(work, card, origin));
      return { ordered: true as const };
    },
  ),
  api(
    {
      method: 'post',
      path: '/api/gift-cards/{organizerId}/balance',
      may: 'giftCard.buy',
      refuses: ['INVALID_GIFT_CARD_CODE'],
      summary: 'Returns the balance and the expiry of a gift card',
      body: z.object({ code: codeInput }),
      answer: z.object({ rest: cents, validUntil: instant, state: cardAnswer.shape.state }),
    },
    ({ deps, params: { organizerId }, body: { code }, viewer, clientAddress, now }) =>
      limitCodeGuesses({ deps, viewer, clientAddress, now }, [code], () =>
        balanceOf(deps.read, organizerId, code, now),
      ),
  ),
  api(
    {
      method: 'get',
      path: own,
      may: 'giftCard.manage',
      summary: 'Lists the newest 500 gift cards of an organizer with the total open balances',
      load: loadOrganizer,
      answer: z.object({
        cards: z.array(cardAnswer),
        figures: z.object({
          cards: z.int(),
          sold: cents,
          redeemed: cents,
          owed: cents.describe('Total balance of valid cards, in cents'),
          lapsed: cents.describe('Total balance of expired cards, in cents'),
          ordered: z.int().describe('Number of cards that are not paid yet'),
        }),
      }),
    },
    async ({ deps, record: { id }, now }) => ({
      cards: (await newestCards(deps.read, id, maxListed)).map((card) => cardRecord(card, now)),
      figures: await figuresOf(deps.read, id, now),
    }),
  ),
  api(
    {
      method: 'post',
      path: own,
      may: 'giftCard.issue',
      refuses: ['GIFT_CARDS_OFF'],
      summary: 'Issues a paid gift card and mails it if there is an address',
      load: loadOrganizer,
      body: issueInput,
      answer: oneCardAnswer,
      status: 201,
    },
    async ({ deps, record: { id: organizerId }, body, i18n, viewer, now }) => {
      const card = { ...cardOfInput(body), organizerId, language: i18n.locale };
      const sold = await deps.write((work) => sellCard(work, card, viewer.userId));
      return oneCardRecord(sold, await movesOf(deps.read, sold.id), now);
    },
  ),
  api(
    {
      method: 'get',
      path: settingsAt,
      may: 'giftCard.manage',
      summary: 'Returns whether an organizer sells gift cards, the amounts and the validity',
      load: loadOrganizer,
      answer: settingsAnswer,
    },
    ({ deps, record: { id } }) => settingsOf(deps.read, id),
  ),
  api(
    {
      method: 'put',
      path: settingsAt,
      may: 'giftCard.settings',
      summary: 'Changes whether an organizer sells gift cards, the amounts and the validity',
      load: loadOrganizer,
      body: settingsInput,
      answer: settingsAnswer,
    },
    async ({ deps, record: { id }, body, viewer }) => {
      await deps.write((work) => saveCardSettings(work, id, body, viewer.userId));
      return settingsOf(deps.read, id);
    },
  ),
  api(
    {
      method: 'get',
      path: `${one}/pdf`,
      ...manages,
      summary: 'Returns an issued gift card as an A4 page (PDF)',
      mediaType: 'application/pdf',
    },
    ({ deps, record, viewer }) => cardResponse(deps, record, viewer.visitId),
  ),
  api(
    {
      method: 'get',
      path: one,
      ...manages,
      summary: 'Returns a gift card with its code and history',
      answer: oneCardAnswer,
    },
    async ({ deps, record, now }) => oneCardRecord(record, await movesOf(deps.read, record.id), now),
  ),
  ...(
    [
      ['issue', 'Its money is here: from now on it pays, and it goes out by mail'],
      ['block', 'Blocks a gift card'],
      ['unblock', 'Unblocks a gift card'],
      ['drop', 'Cancels an ordered gift card that is not paid'],
      ['send', 'Mails a gift card again at once'],
    ] as const
  ).map(([step, summary]) =>
    api(
      {
        method: 'post',
        path: `${one}/${step}` as const,
        may: permissionOf(step),
        load: loadCard,
        refuses: ['CANT_CHANGE_GIFT_CARD'],
        summary,
        body: note,
        answer: oneCardAnswer,
      },
      async ({ deps, record, params, viewer, body, now }) => {
        await deps.write((work) => cardSteps[step](work, record, { editorId: viewer.userId, ...body }));
        const after = await cardAt(deps.read, params.organizerId, record.id);
        return oneCardRecord(after, await movesOf(deps.read, record.id), now);
      },
    ),
  ),
]);
