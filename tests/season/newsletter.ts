import { parse } from 'csv-parse/sync';
import { sql } from 'drizzle-orm';
import type { Invariant } from './invariants.ts';
import { logIn } from './people.ts';
import type { Json, Season } from './season.ts';
import { tried } from './tried.ts';

/** Whoever reads the mails opens a link and presses its button, or a mail program takes the consent back by itself. */
async function answerMail(season: Season): Promise<void> {
  const { dice, shop } = season;
  const links = (await shop.mails()).flatMap(({ text }) => [
    ...text.matchAll(/http:\/\/shop\.test(\/newsletter\/\d+\/(confirm|withdraw)\?\S+)/g),
  ]);
  if (links.length === 0) return;
  const [, path = '', kind = ''] = dice.pick(links);
  const isConfirm = kind === 'confirm';
  // There are more links that end it than such that begin it.
  if (!isConfirm && dice.chance(0.6)) return;
  const reader = shop.visitor();
  const opened = await reader.fetch(path);
  const pressed = dice.chance(0.5)
    ? await reader.form(path, {})
    : await reader.fetch(path, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  for (const { status } of [opened, pressed]) if (status >= 500) throw new Error(`${kind} of news: ${status}`);
  const outcome = `news: ${kind} ${pressed.status}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
}

/** Looks at what was agreed to, and takes one of it back. */
async function lookAtConsents(season: Season): Promise<void> {
  const { dice, people } = season;
  const person = dice.pick(people);
  if (!(await logIn(season, person))) return;
  const path = '/api/settings/newsletter-consents';
  const found = await tried(season, 'read consents', person.caller, 'GET', path);
  const rows = (found?.rows ?? []) as { id: number }[];
  if (rows.length === 0 || dice.chance(0.5)) return;
  await tried(season, 'withdraw consent', person.caller, 'POST', `${path}/${dice.pick(rows).id}/withdraw`);
}

/** The organizer stops asking, or asks again; the list is at every moment who may be written to, and nobody else. */
async function takeList(season: Season): Promise<void> {
  const { dice, organizer, eventId, shop } = season;
  if (dice.chance(0.3)) {
    const body = { offersNewsletter: dice.chance(0.8) };
    await tried(season, 'offer news', organizer, 'PATCH', `/api/admin/events/${eventId}`, body);
  }
  const answer = await organizer.fetch(`/api/admin/statistics/event/${eventId}/export/orders/forNewsletter`);
  const wanted = await shop.deps.read.all<{ email: string; at: number }>(sql`
    select n.email, min(n.given_at) at from newsletter_consents n join orders o on o.id = n.order_id
    where n.event_id = ${eventId} and n.proven_at is not null and n.withdrawn_at is null
      and o.status in ('complete', 'shipped') group by n.email order by n.email`);
  if (answer.status === 404 && wanted.length === 0) {
    const { code } = (await answer.json()) as Json;
    if (code !== 'NO_ORDERS_FOR_EVENT_FOUND') throw new Error(`the list of nobody: ${String(code)}`);
    return;
  }
  if (answer.status !== 200) throw new Error(`the list of ${wanted.length} for news: ${answer.status}`);
  const rows: string[][] = parse(await answer.text(), { bom: true, delimiter: ';', record_delimiter: '\r\n' });
  const listed = rows.slice(1).map(([email]) => email);
  const outcome = `news: list of ${listed.length > 0 ? 'some' : 'none'}`;
  season.log.set(outcome, (season.log.get(outcome) ?? 0) + 1);
  const [is, should] = [
    [...listed].sort().join(),
    wanted
      .map(({ email }) => email)
      .sort()
      .join(),
  ];
  if (is !== should) throw new Error(`the list for news holds ${is} and not ${should}`);
}

export const newsletterVerbs: readonly (readonly [number, (season: Season) => Promise<void>])[] = [
  [3, answerMail],
  [2, lookAtConsents],
  [2, takeList],
];

export const newsletterInvariants: readonly Invariant[] = [
  {
    sentence: 'what is agreed to tells by whom, when and in which words, and the history of its order that it was',
    breaches: `select n.id from newsletter_consents n join orders o on o.id = n.order_id
      where n.event_id <> o.event_id or n.given_at <> o.order_date or n.text = '' or n.text_version = ''
        or not exists (select 1 from order_audits a where a.order_id = n.order_id and a.comment = 'newsletter.given')
        or (n.withdrawn_at is not null and not exists
          (select 1 from order_audits a where a.order_id = n.order_id and a.comment = 'newsletter.withdrawn'))`,
  },
  {
    sentence: 'nobody agrees for somebody else',
    breaches: `select n.id from newsletter_consents n join order_audits a on a.order_id = n.order_id
      where a.comment = 'newsletter.given' and a.impersonator_id is not null`,
  },
  {
    sentence: 'a consent is proven by whoever had the mailbox, and never after it was taken back',
    breaches: `select n.id from newsletter_consents n join orders o on o.id = n.order_id
      where n.proven_at < n.given_at or n.proven_at > n.withdrawn_at or (n.proven_by = 'login' and n.proven_at <> n.given_at)
        or (n.proven_by = 'before' and not exists (select 1 from newsletter_consents b where b.organizer_id = n.organizer_id
          and b.email = n.email and b.id < n.id and b.proven_at <= n.given_at))`,
  },
  {
    sentence: 'an address is asked at most once in thirty days for an organizer, and by one mail',
    breaches: `select a.id from newsletter_consents a join newsletter_consents b
        on b.organizer_id = a.organizer_id and b.email = a.email and b.id > a.id
        and b.asked_at - a.asked_at < 30 * 86400000
      union all select n.id from newsletter_consents n join mails m on m.unique_key = 'NewsletterQuestion|' || n.id
        where n.asked_at is null or n.proven_by in ('login', 'before')`,
  },
  {
    sentence: 'whoever is gone is sent no news, and nothing here knows the name',
    breaches: `select n.id from newsletter_consents n join users u on u.id = n.user_id where u.deleted_at is not null
      and (n.withdrawn_at is null or n.first_name is not null or n.last_name is not null)`,
  },
];
