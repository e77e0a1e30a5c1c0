import { book } from './booking.ts';
import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

/**
 * What an organizer sets up while the sale runs: prices, places, articles, questions, pictures, copies. Two people in the
 * office sometimes do the same at once, and buyers book meanwhile.
 */
type PriceJson = { id: number; quantity: number; price: number };
type EventJson = {
  competitions: { id: number; totalTicketCount: number; availableTicketCount: number; prices: PriceJson[] }[];
  articles: { id: number; variants: { id: number; availableAmount: number }[] }[];
  formFields: { id: number }[];
};

async function eventNow(season: Season): Promise<EventJson> {
  const { body } = await season.organizer.json<{ event: EventJson }>('GET', `/api/admin/events/${season.eventId}`);
  return body.event;
}

/** The form was opened, somebody may buy meanwhile, and then the quantity is saved by what was seen. */
async function changeQuantity(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const price = dice.pick(dice.pick((await eventNow(season)).competitions).prices);
  if (dice.chance(0.5)) await book(season);
  const quantity = Math.max(0, price.quantity + dice.between(-8, 14));
  const path = `/api/admin/competition-prices/${price.id}`;
  const change = (seen: Json) => tried(season, 'change quantity', organizer, 'PATCH', path, { quantity, ...seen });
  const seen = dice.chance(0.9) ? { baselineQuantity: price.quantity } : {};
  await (dice.chance(0.3) ? Promise.all([change(seen), change(seen), book(season)]) : change(seen));
}

async function keepPrice(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const competition = dice.pick((await eventNow(season)).competitions);
  const price = dice.pick(competition.prices);
  const path = `/api/admin/competition-prices/${price.id}`;
  const way = dice.between(1, 4);
  if (way === 1) await tried(season, 'change price', organizer, 'PATCH', path, { price: dice.between(0, 60) * 100 });
  if (way === 2)
    await tried(season, 'new price', organizer, 'POST', `/api/admin/competition-prices/${competition.id}`, {
      price: dice.between(10, 60) * 100,
      quantity: dice.between(0, 10),
      priceOrder: dice.between(1, 9),
    });
  if (way === 3 && competition.prices.length > 1) await tried(season, 'delete price', organizer, 'DELETE', path);
  if (way === 4) {
    const competitionPriceIds = competition.prices.map(({ id }) => id).reverse();
    const at = `/api/admin/competition-prices/${competition.id}/order`;
    await tried(season, 'sort prices', organizer, 'PATCH', at, { competitionPriceIds });
  }
}

async function keepCompetition(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const { competitions } = await eventNow(season);
  const competition = dice.pick(competitions);
  const path = `/api/admin/competitions/${competition.id}`;
  const way = dice.between(1, 3);
  if (way === 1) {
    const totalTicketCount = Math.max(0, competition.totalTicketCount + dice.between(-10, 20));
    await tried(season, 'change places', organizer, 'PATCH', path, { totalTicketCount });
  }
  // Somebody may have entered it: then it stays.
  if (way === 2) await tried(season, 'delete competition', organizer, 'DELETE', path.replace(/\d+$/, '999999'));
  if (way === 3) {
    const competitionIds = competitions.map(({ id }) => id).reverse();
    const at = `/api/admin/competitions/${eventId}/order`;
    await tried(season, 'sort competitions', organizer, 'PATCH', at, { competitionIds });
  }
}

async function keepArticle(season: Season): Promise<void> {
  const { dice, organizer } = season;
  const { articles } = await eventNow(season);
  const article = dice.pick(articles);
  const variant = dice.pick(article.variants);
  if (!variant) return;
  const path = `/api/admin/article-variants/${variant.id}`;
  const way = dice.between(1, 4);
  if (way <= 2) {
    const availableAmount = Math.max(0, variant.availableAmount + dice.between(-6, 6));
    const change = { availableAmount, baselineAvailableAmount: variant.availableAmount };
    await Promise.all([tried(season, 'change stock', organizer, 'PATCH', path, change), book(season)]);
  }
  if (way === 3 && article.variants.length > 1) await tried(season, 'delete variant', organizer, 'DELETE', path);
  if (way === 4)
    await tried(season, 'new variant', organizer, 'POST', `/api/admin/article-variants/${article.id}`, {
      name: `V${dice.between(10, 99)}`,
      availableAmount: dice.between(0, 5),
    });
}

async function keepField(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const path = `/api/admin/events/${eventId}/form-fields`;
  const [field] = (await eventNow(season)).formFields;
  if (!field)
    await tried(season, 'new question', organizer, 'POST', path, {
      name: { de: 'Verein', en: 'Club' },
      type: 'text',
      adoptPrevious: dice.chance(0.5),
    });
  else if (dice.chance(0.5)) await tried(season, 'delete question', organizer, 'DELETE', `${path}/${field.id}`);
  else await tried(season, 'change question', organizer, 'PATCH', `${path}/${field.id}`, { isRequired: false });
}

/** The sale is stopped for a moment, and goes on. */
async function stopAndGo(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const path = `/api/admin/events/${eventId}`;
  const flag = dice.pick(['soldOut', 'canceled'] as const);
  await tried(season, `${flag} on`, organizer, 'PATCH', path, { [flag]: true });
  await book(season);
  await tried(season, `${flag} off`, organizer, 'PATCH', path, { [flag]: false });
}

async function copyEvent(season: Season): Promise<void> {
  const { dice, organizer, eventId, shop } = season;
  const startTimestamp = new Date(shop.clock() + dice.between(100, 500) * 86_400_000).toISOString();
  await tried(season, 'copy event', organizer, 'POST', `/api/admin/events/${eventId}/copy`, {
    title: `Kopie ${dice.between(1, 99)}`,
    startTimestamp,
  });
}

async function saveShortlink(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const link = dice.pick(['saisonlauf', 'lauf-a', 'lauf-b', 'lauf-2']);
  const method = dice.chance(0.6) ? 'PUT' : 'DELETE';
  const verb = method === 'PUT' ? 'put shortlink' : 'delete shortlink';
  await tried(season, verb, organizer, method, `/api/admin/events/${eventId}/shortlinks/${link}`);
}

async function savePicture(season: Season): Promise<void> {
  const { dice, organizer, eventId } = season;
  const path = `/api/admin/events/${eventId}/picture`;
  if (dice.chance(0.6)) {
    const colour = dice.pick(['red', 'green', 'blue']);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="${colour}"/></svg>`;
    const form = new FormData();
    form.set('file', new File([svg], 'bild.svg'));
    const token = organizer.cookies.get('csrf-token') ?? '';
    const answer = await organizer.fetch(path, { method: 'POST', headers: { 'x-csrf-token': token }, body: form });
    if (answer.status !== 200) throw new Error(`picture: ${answer.status} ${await answer.text()}`);
    season.log.set('picture', (season.log.get('picture') ?? 0) + 1);
    return;
  }
  const { body } = await organizer.json<{ rows: { picture: string }[] }>('GET', `${path}s`);
  const [picture] = body.rows;
  // The one that shows is refused.
  if (picture)
    await tried(season, 'delete picture', organizer, 'DELETE', `${path}s/${picture.picture.split('/').at(-1)}`);
}

export const setupVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [3, changeQuantity],
  [2, keepPrice],
  [1, keepCompetition],
  [3, keepArticle],
  [1, keepField],
  [1, stopAndGo],
  [1, copyEvent],
  [1, saveShortlink],
  [1, savePicture],
];
