import { onTestFinished } from 'vitest';
import { atOnce } from '#modules/lottery/draw.ts';
import type { ShopWithProvider } from '../support/saferpay.ts';
import type { Caller } from '../support/shop.ts';
import type { Dice } from './dice.ts';
import type { Json, Season } from './season.ts';
import { playTiming } from './timing.ts';
import { firstCodes } from './vouchers.ts';

/** An organizer's event with prices, articles and a protection, and the people who are going to live its season. */
export async function beginSeason({ shop, provider }: ShopWithProvider, dice: Dice): Promise<Season> {
  // The draws of a season are small. Batches of one put them into line in several works as well.
  const before = { ...atOnce };
  onTestFinished(() => void Object.assign(atOnce, before));
  Object.assign(atOnce, { lots: 1, offers: 1 });
  const admin = await shop.login('admin@season.test', { superAdmin: true });
  const { organizer: created } = (await must(admin, 'POST', '/api/admin/organizers', {
    name: 'Laufverein Season',
    email: 'verein@season.test',
    address: { street: 'Hauptplatz', zipCode: '4020', city: 'Linz', countryCode: 'AT', vatId: 'ATU12345675' },
  })) as {
    organizer: { id: number };
  };
  await must(admin, 'POST', `/api/admin/organizers/${created.id}/users`, { email: 'organizer@season.test' });
  const organizer = await shop.login('organizer@season.test');
  const start = new Date(shop.clock() + 60 * 86_400_000).toISOString();
  const end = new Date(shop.clock() + 61 * 86_400_000).toISOString();
  const { eventId } = (await must(organizer, 'POST', '/api/admin/events', {
    title: 'Saisonlauf',
    organizerId: created.id,
    startTimestamp: start,
    endTimestamp: end,
    processingFee: 150,
    offersNewsletter: true,
    freePlacesPerAccount: 3,
    placeHoldMinutes: 15,
    offerHours: 12,
    teamDays: 5,
    generateInvoice: true,
    shippingCosts: { defaultShippingCost: 490, countries: [{ countryCode: 'AT', cost: 350 }] },
  })) as { eventId: number };
  const competition = async (fields: Json, prices: Json[]) => {
    const { competition: made } = (await must(organizer, 'POST', `/api/admin/competitions/${eventId}`, {
      timestamp: start,
      ...fields,
    })) as {
      competition: { id: number };
    };
    for (const price of prices) await must(organizer, 'POST', `/api/admin/competition-prices/${made.id}`, price);
    return made.id;
  };
  const soon = new Date(shop.clock() + 20 * 86_400_000).toISOString();
  const competitions = [
    {
      id: await competition({ title: '10 km', totalTicketCount: 60, withShipping: true }, [
        { price: 2900, quantity: 20, priceOrder: 1, availableTo: soon },
        { price: 3900, quantity: 50, priceOrder: 2 },
      ]),
      team: false,
      min: 1,
      max: 1,
    },
    {
      id: await competition({ title: 'Kinderlauf', totalTicketCount: 15, maxAge: 14 }, [{ price: 0, quantity: 15 }]),
      team: false,
      min: 1,
      max: 1,
    },
    {
      id: await competition({ title: 'Staffel', type: 'team', minTeamSize: 2, maxTeamSize: 4, totalTicketCount: 24 }, [
        { price: 2500, quantity: 24 },
      ]),
      team: true,
      min: 2,
      max: 4,
    },
  ];
  const competitionIds = competitions.map(({ id }) => id);
  const article = async (fields: Json, amounts: number[]) => {
    const { article: made } = (await must(organizer, 'POST', `/api/admin/articles/${eventId}`, {
      competitionIds,
      ...fields,
    })) as { article: { id: number } };
    const variantIds: number[] = [];
    for (const [index, availableAmount] of amounts.entries()) {
      const { articleVariant } = (await must(organizer, 'POST', `/api/admin/article-variants/${made.id}`, {
        name: `V${index}`,
        availableAmount,
      })) as {
        articleVariant: { id: number };
      };
      variantIds.push(articleVariant.id);
    }
    return { articleId: made.id, variantIds };
  };
  const articles = [
    await article({ name: 'Shirt', price: 1990, maxAmountPerParticipant: 2 }, [8, 20, 3]),
    await article({ name: 'Pastaparty', price: 0, type: 'free' }, [30]),
  ];
  const { cancellationProtection } = (await must(organizer, 'POST', `/api/admin/cancellation-protections/${eventId}`, {
    title: 'Stornoschutz',
    description: 'Bis zum Start kostenlos stornieren',
    price: 590,
  })) as { cancellationProtection: { id: number } };
  await must(organizer, 'PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true });
  const people: Season['people'] = [];
  for (let i = 0; i < 6; i++) {
    if (i % 2 === 0) {
      const email = `buyer${i}@season.test`;
      people.push({ caller: await shop.login(email), email });
    } else {
      const email = `guest${i}@season.test`;
      const guest = shop.visitor({ address: `10.7.0.${i}` });
      await must(guest, 'POST', '/api/auth/code/unauthenticated-login', { email, eventId });
      people.push({ caller: guest, email });
    }
  }
  const season: Season = {
    shop,
    provider,
    timing: playTiming(shop),
    dice,
    organizer,
    buyers: people.map(({ caller }) => caller),
    people,
    admin: { caller: admin, email: 'admin@season.test' },
    eventId,
    competitions,
    articles,
    protectionId: cancellationProtection.id,
    codes: [],
    voucherTypeIds: [],
    orderIds: [],
    tickets: [],
    log: new Map(),
  };
  await firstCodes(season);
  return season;
}

async function must(caller: Caller, method: string, path: string, body?: unknown): Promise<Json> {
  const answer = await caller.json<Json>(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}
