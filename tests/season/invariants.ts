import { sql } from 'drizzle-orm';
import { databaseInvariants } from '#src/app/invariants.ts';
import type { Reader } from '#src/data/database.ts';
import { afterBookingInvariants } from './after-booking.ts';
import { bibInvariants } from './bibs.ts';
import { companyInvariants } from './companies.ts';
import { companionInvariants } from './companions.ts';
import { discountInvariants } from './discounts.ts';
import { figureInvariants } from './figures.ts';
import { freePlaceInvariants } from './free-places.ts';
import { giftCardInvariants } from './gift-cards.ts';
import { lateInvariants } from './late-registration.ts';
import { lotteryInvariants } from './lottery.ts';
import { moneyInvariants } from './money.ts';
import { newsletterInvariants } from './newsletter.ts';
import { orderChangeInvariants } from './order-changes.ts';
import { overviewInvariants } from './overview-figures.ts';
import { paperInvariants } from './papers.ts';
import { importInvariants } from './participant-imports.ts';
import { quotaInvariants } from './quotas.ts';
import { raceDayInvariants } from './race-day.ts';
import { resultInvariants } from './results.ts';
import { settlementInvariants } from './settling.ts';
import { sharedTeamInvariants } from './shared-teams.ts';
import { sizeInvariants } from './sizes.ts';
import { timingInvariants } from './timing.ts';
import { transferInvariants } from './transfers.ts';
import { voucherInvariants } from './vouchers.ts';
import { waitingInvariants } from './waiting-room.ts';
import { waitlistInvariants } from './waitlist.ts';
import { withdrawalInvariants } from './withdrawals.ts';

/** A sentence that must always be true, and the query that finds where it is not. */
export type Invariant = { sentence: string; breaches: string };

/** What the newest entry about a field of the record `p` says it became. */
const lastSaid = (kind: string, field: string): string =>
  `(select json_extract(c.value, '$.after') from event_audits a, json_each(a.changes) c
    where a.kind = '${kind}' and a.record_id = p.id and json_extract(c.value, '$.field') = '${field}'
    order by a.id desc limit 1)`;

const invariants: readonly Invariant[] = [
  ...databaseInvariants,
  ...freePlaceInvariants,
  ...voucherInvariants,
  ...discountInvariants,
  ...giftCardInvariants,
  ...waitingInvariants,
  {
    sentence: 'a price has sold exactly the tickets of its live participants',
    breaches: `select cp.id, cp.sold, count(p.id) held from competition_prices cp
      left join participants p on p.competition_price_id = cp.id and p.live = 1 group by cp.id having cp.sold <> held`,
  },
  {
    sentence: 'a variant has sold exactly what live participants ordered',
    breaches: `select v.id, v.sold, coalesce(sum(case when p.live = 1 then a.quantity end), 0) held from article_variants v
      left join participant_articles a on a.variant_id = v.id left join participants p on p.id = a.participant_id
      group by v.id having v.sold <> held`,
  },
  {
    sentence: 'participants are live exactly while their order is',
    breaches: `select p.id, o.status from participants p join orders o on o.id = p.order_id
      where (o.status = 'canceled') = (p.live = 1)`,
  },
  {
    sentence:
      'charged tickets and articles, protection, fee and shipping make up the total, but of a place that is not there yet',
    breaches: `select o.id, o.total_cents,
        (select coalesce(sum(p.charged_cents), 0) from participants p where p.order_id = o.id)
        + (select coalesce(sum(a.quantity * a.unit_cents - a.discount_cents), 0) from participant_articles a
            join participants p on p.id = a.participant_id where p.order_id = o.id)
        + (select coalesce(sum(i.price_total_cents), 0) from order_items i where i.order_id = o.id and i.kind in ('cp', 'of', 'sc')) parts
      from orders o where o.total_cents <> parts and o.takes_place_of is null`,
  },
  {
    sentence: 'canceling an event counts each of its orders once',
    breaches: `select id, order_count, canceled_count from event_cancellations
      where canceled_count > order_count or (finished_at is not null and canceled_count <> order_count)`,
  },
  ...moneyInvariants,
  ...paperInvariants,
  ...settlementInvariants,
  ...timingInvariants,
  ...afterBookingInvariants,
  ...bibInvariants,
  ...raceDayInvariants,
  ...lateInvariants,
  ...figureInvariants,
  ...overviewInvariants,
  ...newsletterInvariants,
  ...companionInvariants,
  ...resultInvariants,
  ...waitlistInvariants,
  ...withdrawalInvariants,
  ...sizeInvariants,
  ...orderChangeInvariants,
  ...lotteryInvariants,
  ...quotaInvariants,
  ...sharedTeamInvariants,
  ...companyInvariants,
  ...importInvariants,
  ...transferInvariants,
  {
    sentence: 'one person holds one place a competition',
    breaches: `select competition_id, identity from participants where live = 1 and identity is not null
      group by competition_id, identity having count(*) > 1`,
  },
  {
    sentence: 'no ticket is admitted twice',
    breaches: `select participant_id from scans where admitted = 1 group by participant_id having count(*) > 1`,
  },
  {
    sentence: 'a team has a size that its competition allows',
    breaches: `select t.id, count(p.id) size from teams t join participants p on p.team_id = t.id and p.live = 1
      join competitions c on c.id = t.competition_id where c.type = 'team'
        and t.shared_team_id is null group by t.id having size < c.min_team_size or size > c.max_team_size`,
  },
  {
    sentence: 'every order tells how it began, and how it was paid when it was, or that it is on account',
    breaches: `select o.id from orders o where not exists
        (select 1 from order_audits a where a.order_id = o.id and a.type = 'OrderCreated')
      union all select o.id from orders o where o.status in ('complete', 'shipped') and o.total_cents > 0 and not exists
        (select 1 from order_audits a where a.order_id = o.id
          and (a.type = 'OrderPaid' or a.comment like 'payment.onAccount %'))`,
  },
  {
    sentence: 'whoever acts for somebody leaves a line in their account with every change to an order',
    breaches: `select a.id from order_audits a where a.impersonator_id is not null and not exists
        (select 1 from account_audits c where c.type = 'ChangedWhileImpersonating' and c.user_id = a.editor_id
          and c.actor_id = a.impersonator_id and c.created_at = a.created_at)`,
  },
  {
    sentence: 'acting for somebody was begun before it changed anything',
    breaches: `select c.id from account_audits c where c.type = 'ChangedWhileImpersonating' and not exists
        (select 1 from account_audits s where s.type = 'ImpersonationStarted' and s.user_id = c.user_id
          and s.actor_id = c.actor_id and s.id < c.id and s.created_at > c.created_at - 3600000)`,
  },
  {
    sentence: 'a deleted account keeps nothing of its person',
    breaches: `select u.id from users u where u.deleted_at is not null and (u.email like '%@%'
        or coalesce(u.firstname, u.lastname, u.birth_date, u.contact_address, u.verified_at) is not null
        or u.is_super_admin or exists (select 1 from sessions s where s.user_id = u.id)
        or exists (select 1 from identities i where i.user_id = u.id) or exists (select 1 from totps t where t.user_id = u.id))`,
  },
  {
    sentence: 'a session is verified exactly when its login was, and ends within thirty days',
    breaches: `select id from sessions where (level = 'verified') <> (verified_at is not null)
        or expires_at - created_at > 30 * 86400000
        or (impersonator_id is not null and expires_at - created_at > 3600000)`,
  },
  {
    sentence: 'an identity belongs to a living account, and its audit says when it joined',
    breaches: `select i.id from identities i join users u on u.id = i.user_id where u.deleted_at is not null
        or not exists (select 1 from account_audits a where a.user_id = u.id and a.type = 'IdentityJoined')`,
  },
  {
    sentence: 'a request to a provider and a login that waits are used at most once, and live for minutes',
    breaches: `select id from provider_logins where expires_at - created_at > 600000
      union all select id from pending_logins where expires_at - created_at > 900000`,
  },
  {
    sentence: 'a second factor has at most ten recovery codes, and none without it',
    breaches: `select r.user_id, count(*) n from recovery_codes r left join totps t on t.user_id = r.user_id
      group by r.user_id having n > 10 or max(t.enabled_at) is null`,
  },
  {
    sentence: 'every proven login of an account stands in its audit',
    breaches: `select s.id from sessions s where s.level = 'verified' and s.impersonator_id is null and not exists
        (select 1 from account_audits a where a.user_id = s.user_id and a.created_at <= s.created_at
          and a.type in ('LoggedIn', 'ImpersonationEnded'))
        and not exists (select 1 from account_audits a where a.actor_id = s.user_id and a.type = 'ImpersonationEnded')`,
  },
  {
    sentence: 'every record of an event tells who made it',
    breaches: `select * from (select 'event' kind, id from events union all select 'competition', id from competitions
        union all select 'price', id from competition_prices union all select 'article', id from articles
        union all select 'variant', id from article_variants union all select 'field', id from form_fields
        union all select 'protection', id from cancellation_protections) made
      where not exists (select 1 from event_audits a
        where a.kind = made.kind and a.record_id = made.id and a.action = 'created')`,
  },
  {
    sentence: 'what a price costs and how many there are is what its last entry says',
    breaches: `select * from (select p.id, p.price_cents, p.quantity_total, ${lastSaid('price', 'price')} price,
        ${lastSaid('price', 'quantityTotal')} quantity from competition_prices p)
      where price_cents <> coalesce(price, 0) or quantity_total <> coalesce(quantity, 0)`,
  },
  {
    sentence: 'how many pieces there are is what the last entry says',
    breaches: `select * from (select p.id, p.total, ${lastSaid('variant', 'total')} said from article_variants p)
      where total <> coalesce(said, 0)`,
  },
  {
    sentence: 'a picture that shows belongs to its event',
    breaches: `select * from (select id event_id, title_picture picture from events
        union all select event_id, preview_picture from competitions union all select event_id, picture from articles) shown
      where picture glob '*.*' and not exists
        (select 1 from pictures p where p.event_id = shown.event_id and p.name = shown.picture)`,
  },
  {
    sentence: 'an event has one main organizer, and a shortlink of letters and hyphens',
    breaches: `select event_id what from event_organizers group by event_id having sum(is_main) <> 1
      union all select shortlink from shortlinks where shortlink glob '*[^a-z-]*'`,
  },
  {
    sentence: 'each mail was kept once',
    breaches: `select mail_id from mailbox_messages where mail_id is not null group by mail_id having count(*) > 1`,
  },
];

/** Every breach of every invariant, as sentences; empty when all is well. */
export async function breaches(read: Reader, sentences = invariants): Promise<string[]> {
  const found: string[] = [];
  for (const { sentence, breaches: query } of sentences) {
    const rows = await read.all(sql.raw(query));
    if (rows.length > 0) found.push(`NOT: ${sentence} (${JSON.stringify(rows.slice(0, 3))})`);
  }
  return found;
}
