import * as z from 'zod';
import { loadOrganizer } from '#modules/organizers/index.ts';
import { limitCodeGuesses } from '#modules/vouchers/index.ts';
import { api, tagged } from '#src/web/http.ts';
import { cardSteps, permissionOf, saveCardSettings } from './change-card.ts';
import { cardResponse } from './documents/card-pdf.ts';
import { orderCard, sellCard } from './issue-card.ts';
import { balanceOf, cardAt, figuresOf, loadCard, movesOf, newestCards, settingsOf } from './read-cards.ts';
import {
  cardAnswer,
  cardOfInput,
  cardShape,
  codeInput,
  issueInput,
  oneCardAnswer,
  oneCardShape,
  orderInput,
  settingsInput,
} from './shapes.ts';

const own = '/api/admin/organizers/{organizerId}/gift-cards' as const;
const settingsAt = '/api/admin/organizers/{organizerId}/gift-card-settings' as const;
const one = `${own}/{giftCardId}` as const;
const manages = { may: 'giftCard.manage', load: loadCard } as const;
const note = z.object({ note: z.string().trim().max(500).default('').describe('Why, for the history') });
const maxListed = 500;

const settingsAnswer = z.object({ isOn: z.boolean(), least: z.int(), most: z.int(), years: z.int() });

export const giftCardApi = tagged('Gift cards', [
  api(
    {
      method: 'post',
      path: '/api/gift-cards/{organizerId}',
      may: 'giftCard.buy',
      summary: 'Orders a gift card; the mail says where to pay it, and the organizer issues it when its money is there',
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
      summary: 'What is left on a gift card, and until when it is good',
      body: z.object({ code: codeInput }),
      answer: z.object({ rest: z.int(), validUntil: z.string(), state: cardAnswer.shape.state }),
    },
    ({ deps, params: { organizerId }, body: { code }, viewer, clientAddress, now }) =>
      limitCodeGuesses({ deps, viewer, clientAddress, now }, [code], async () => {
        const { rest, validUntil, state } = await balanceOf(deps.read, organizerId, code, now);
        return { rest, validUntil: new Date(validUntil).toISOString(), state };
      }),
  ),
  api(
    {
      method: 'get',
      path: own,
      may: 'giftCard.manage',
      summary: 'The newest 500 gift cards of an organizer, and what it owes for all of them',
      load: loadOrganizer,
      answer: z.object({
        cards: z.array(cardAnswer),
        figures: z.object({
          cards: z.int(),
          sold: z.int(),
          redeemed: z.int(),
          owed: z.int().describe('Left on cards that are still good'),
          lapsed: z.int().describe('Left on cards whose time is over'),
          ordered: z.int().describe('Cards that wait for their money'),
        }),
      }),
    },
    async ({ deps, record: { id }, now }) => ({
      cards: (await newestCards(deps.read, id, maxListed)).map((card) => cardShape(card, now)),
      figures: await figuresOf(deps.read, id, now),
    }),
  ),
  api(
    {
      method: 'post',
      path: own,
      may: 'giftCard.issue',
      summary: 'Issues a gift card whose money the organizer has; it goes out by mail where there is an address',
      load: loadOrganizer,
      body: issueInput,
      answer: oneCardAnswer,
      status: 201,
    },
    async ({ deps, record: { id: organizerId }, body, i18n, viewer, now }) => {
      const card = { ...cardOfInput(body), organizerId, language: i18n.locale };
      const sold = await deps.write((work) => sellCard(work, card, viewer.userId));
      return oneCardShape(sold, await movesOf(deps.read, sold.id), now);
    },
  ),
  api(
    {
      method: 'get',
      path: settingsAt,
      may: 'giftCard.manage',
      summary: 'Whether an organizer sells gift cards, of which amounts, and for how long they are good',
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
      summary: 'The same, from now on',
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
      summary: 'A gift card that is paid, as an A4 page to hand over',
      mediaType: 'application/pdf',
    },
    ({ deps, record, viewer }) => cardResponse(deps, record, viewer.visitId),
  ),
  api(
    {
      method: 'get',
      path: one,
      ...manages,
      summary: 'One gift card with its code and everything that happened to it',
      answer: oneCardAnswer,
    },
    async ({ deps, record, now }) => oneCardShape(record, await movesOf(deps.read, record.id), now),
  ),
  ...(
    [
      ['issue', 'Its money is here: from now on it pays, and it goes out by mail'],
      ['block', 'It pays nothing until it is unblocked'],
      ['unblock', 'It pays again'],
      ['drop', 'It was ordered and nobody pays it'],
      ['send', 'Once more by mail, at once'],
    ] as const
  ).map(([step, summary]) =>
    api(
      {
        method: 'post',
        path: `${one}/${step}` as const,
        may: permissionOf(step),
        load: loadCard,
        summary,
        body: note,
        answer: oneCardAnswer,
      },
      async ({ deps, record, params, viewer, body, now }) => {
        await deps.write((work) => cardSteps[step](work, record, { editorId: viewer.userId, ...body }));
        const after = await cardAt(deps.read, params.organizerId, record.id);
        return oneCardShape(after, await movesOf(deps.read, record.id), now);
      },
    ),
  ),
]);
