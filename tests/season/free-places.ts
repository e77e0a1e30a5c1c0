import type { Invariant } from './invariants.ts';

/** What an account may take for nothing, and whom it may have written to by that. */

/** Orders of total 0 of which nothing was done since they were placed: who ordered still has them. */
const untouched = `orders o where o.total_cents = 0 and o.status <> 'canceled' and o.takes_place_of is null
  and o.id not in (select order_id from late_registrations)
  and not exists (select 1 from order_audits a where a.order_id = o.id and a.type not in ('OrderCreated', 'OrderPaid', 'Other'))`;

export const freePlaceInvariants: readonly Invariant[] = [
  {
    sentence: 'an account has no more places for nothing than the event gives',
    breaches: `select e.id, o.user_id from events e join (select * from ${untouched}) o on o.event_id = e.id
      join participants p on p.order_id = o.id and p.live = 1
      group by e.id, o.user_id having count(*) > coalesce(max(e.free_places_per_account), 50)`,
  },
  {
    sentence: 'an address gets no more ticket mails a day by other accounts than a mailbox has to bear',
    breaches: `select m.recipient from mails m join orders o on o.id = m.order_id
      where m.type = 'RegistrationConfirmation' and m.unique_key not like '%|again|%' and m.unique_key not like '%|moved|%'
        and not exists (select 1 from users u where u.email = lower(m.recipient)
          and (u.id = o.user_id or u.id in (select editor_id from order_audits a where a.order_id = o.id)))
        and m.params ->> 'isPassedOn' is null
      group by lower(m.recipient), m.created_at / 86400000
      having count(*) > case when exists (select 1 from users u where u.email = lower(m.recipient) and u.verified_at is not null)
        then 50 else 10 end`,
  },
];
