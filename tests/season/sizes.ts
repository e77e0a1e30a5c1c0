import { sql } from 'drizzle-orm';
import { orderOf, signedOrderLink } from '#modules/orders/index.ts';
import type { Reader } from '#src/data/database.ts';
import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Season } from './season.ts';
import { tried } from './tried.ts';

/** People who wait for sold-out sizes of articles, take what they are offered, and pay it or do not. */

const note = ({ log }: Season, outcome: string): void => void log.set(outcome, (log.get(outcome) ?? 0) + 1);

/** The organizer gives the articles lists, and takes away what is left of a size. */
async function sellOutSize(season: Season, articleId: number, variantId: number): Promise<void> {
  const { dice, organizer } = season;
  const hasWaitlist = dice.chance(0.97);
  await tried(season, 'list of sizes', organizer, 'PATCH', `/api/admin/articles/${articleId}`, { hasWaitlist });
  if (dice.chance(0.5))
    await tried(season, 'sell out a size', organizer, 'PATCH', `/api/admin/article-variants/${variantId}`, {
      availableAmount: 0,
    });
}

/** The buyer of an order waits for a size for somebody in it, logged in or by the link that was mailed. */
async function joinForSize(season: Season): Promise<void> {
  const { dice, shop, people } = season;
  const { articleId, variantIds } = dice.pick(season.articles);
  const variantId = dice.pick(variantIds);
  await sellOutSize(season, articleId, variantId);
  const rows = await shop.deps.read.all<{ orderId: number; participantId: number; email: string }>(
    sql`select p.order_id orderId, p.id participantId, u.email from participants p join orders o on o.id = p.order_id
      join users u on u.id = o.user_id where p.live = 1 order by p.id`,
  );
  if (rows.length === 0) return;
  const { orderId, participantId, email } = dice.pick(rows);
  const places = dice.between(1, 2);
  const person = people.find((each) => each.email === email);
  if (person && dice.chance(0.7)) {
    if (!(await logIn(season, person))) return;
    const body = { participantId, variantId, places };
    await tried(season, 'wait for a size', person.caller, 'POST', `/api/orders/${orderId}/waitlist`, body);
    return;
  }
  const order = await orderOf(shop.deps.read, orderId);
  if (!order) return;
  const query = signedOrderLink(shop.deps, order).split('?')[1] ?? '';
  const reader = shop.visitor({ address: `10.8.4.${dice.between(1, 9)}` });
  const path = `/orders/${orderId}/view/waitlist/${participantId}/${variantId}?${query}`;
  const joined = await reader.form(path, { places: String(places) });
  if (joined.status >= 500) throw new Error(`wait for a size by link: ${joined.status}`);
  note(season, `wait for a size by link: ${joined.status}`);
}

/** And now and then pieces come at once, and somebody takes them. */
async function waitForSize(season: Season): Promise<void> {
  await joinForSize(season);
  if (season.dice.chance(0.5)) await stockOfSize(season);
  if (season.dice.chance(0.5)) await takeSize(season);
}

/** Whoever was offered a size takes it by its page, at the price it says or at one of before; now and then pressed twice. */
async function takeSize(season: Season): Promise<void> {
  const { dice, shop } = season;
  await shop.settle();
  const links = (await shop.mails()).flatMap(({ text }) => [
    ...text.matchAll(/http:\/\/shop\.test(\/waitlist\/\d+)\?(signature=\S+)/g),
  ]);
  const offered = new Set(
    (
      await shop.deps.read.all<{ id: number }>(
        sql`select id from waitlist_entries where variant_id is not null and state = 'offered'`,
      )
    ).map(({ id }) => `/waitlist/${id}`),
  );
  const open = links.filter(([, page = '']) => offered.has(page));
  const [, page = '', signature = ''] = open.length > 0 ? dice.pick(open) : (links[0] ?? []);
  if (page === '') return;
  const reader = shop.visitor({ address: `10.8.4.${dice.between(1, 9)}` });
  const shown = await (await reader.fetch(`${page}?${signature}`)).text();
  const price = dice.chance(0.9) ? (/name="price" value="(\d+)"/.exec(shown)?.[1] ?? '0') : '1';
  const press = () => reader.form(`${page}/take?${signature}`, { price });
  const pressed = await Promise.all(dice.chance(0.3) ? [press(), press()] : [press()]);
  for (const { status } of pressed) if (status >= 500) throw new Error(`take a size: ${status}`);
  const after = await (await reader.fetch(`${page}?${signature}`)).text();
  note(season, `take a size: ${/Du hast es genommen|You took it/.test(after) ? 'taken' : 'not'}`);
}

/** The organizer gives or takes pieces, or another price. */
async function stockOfSize(season: Season): Promise<void> {
  const { dice, organizer, eventId, shop } = season;
  const { articleId, variantIds } = dice.pick(season.articles);
  const waited = await shop.deps.read.all<{ id: number }>(
    sql`select distinct variant_id id from waitlist_entries where variant_id is not null and state = 'waiting' order by id`,
  );
  const variantId = waited.length > 0 && dice.chance(0.8) ? dice.pick(waited).id : dice.pick(variantIds);
  const what = dice.pick(['more', 'more', 'more', 'less', 'price'] as const);
  if (what === 'more')
    await tried(season, 'pieces into the list', organizer, 'POST', `/api/admin/events/${eventId}/waitlist-places`, {
      ...{ variantId, count: dice.between(1, 2) },
    });
  else if (what === 'less')
    await tried(season, 'fewer pieces', organizer, 'PATCH', `/api/admin/article-variants/${variantId}`, {
      availableAmount: dice.between(0, 1),
    });
  else if (articleId === season.articles[0]?.articleId)
    await tried(season, 'price of an article', organizer, 'PATCH', `/api/admin/articles/${articleId}`, {
      price: dice.pick([1990, 2090]),
    });
}

/** Time goes by for what was added and not paid: its end has come. */
async function endOfAddition({ shop, log }: Season): Promise<void> {
  const due = await shop.deps.write(({ tx, now }) =>
    tx.all(sql`update unpaid_additions set due_at = ${now - 1} returning order_id`),
  );
  await shop.settle();
  if (due.length > 0) log.set('end of additions', (log.get('end of additions') ?? 0) + 1);
}

export const sizeVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [3, waitForSize],
  [2, takeSize],
  [2, stockOfSize],
  [1, endOfAddition],
];

export const sizeInvariants: readonly Invariant[] = [
  {
    // A size that was deleted took what was kept along; its line hears of it in the moment after.
    sentence: 'a size is kept for its line exactly while somebody waits for it or was offered it',
    breaches: `select variant_id from kept_variants where variant_id not in
        (select variant_id from waitlist_entries where state in ('waiting', 'offered') and variant_id is not null)
      union all select variant_id from waitlist_entries where state in ('waiting', 'offered') and variant_id is not null
        and variant_id not in (select variant_id from kept_variants)
        and variant_id in (select id from article_variants)`,
  },
  {
    sentence: 'somebody is waited for once a size, by an entry that names all it is about',
    breaches: `select variant_id, participant_id from waitlist_entries
        where state in ('asked', 'waiting', 'offered') and variant_id is not null
        group by variant_id, participant_id having count(*) > 1
      union all select id, 0 from waitlist_entries where (variant_id is null) <> (order_id is null)
        or (variant_id is null) <> (participant_id is null) or (variant_id is not null and price_id is not null)`,
  },
  {
    sentence: 'for a size no place is kept',
    breaches: `select h.visit_id from place_holds h join waitlist_entries w on 'kept:' || w.id = h.visit_id
      where w.variant_id is not null and h.team_id is null`,
  },
  {
    sentence: 'what was added and waits for its money is in an order, once',
    breaches: `select u.participant_article_id from unpaid_additions u
        left join participant_articles a on a.id = u.participant_article_id where a.id is null`,
  },
];

/** What has to be true once everybody has heard of everything. */
export const unsettledSizes = (reader: Reader): Promise<unknown[]> =>
  reader.all(sql`
    select 'offered and not there' what, v.id from article_variants v join waitlist_entries w on w.variant_id = v.id and w.state = 'offered'
      group by v.id having sum(w.places) > v.total - v.sold
    union all select 'waits without a place', w.id from waitlist_entries w join participants p on p.id = w.participant_id
      where w.state in ('waiting', 'offered') and w.variant_id is not null and (p.live = 0 or p.order_id <> w.order_id)`);
