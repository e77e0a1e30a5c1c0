import { createClient } from '@libsql/client';

const first = 1_000_000;
type Filled = { orders: number; eventId: number };

/** Inserts many paid orders into an event of the demo: two people each, with an article and answers. */
export async function fillEvent(dataDir: string, orders: number, method = 'visa'): Promise<Filled> {
  const people = orders * 2;
  const client = createClient({ url: `file:${dataDir}/startblock.db`, timeout: 30_000 });
  const numbers = (count: number) =>
    `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;
  const found = await client.execute(
    `select c.event_id event, c.id competition, p.id price from competitions c join competition_prices p on p.competition_id = c.id
     where c.type = 'single' and exists (select 1 from form_fields f where f.event_id = c.event_id)
       and exists (select 1 from articles a where a.event_id = c.event_id) order by c.id limit 1`,
  );
  const { event, competition, price } = found.rows[0] as unknown as Record<string, number>;
  const now = Date.now();
  const address = `json_object('firstName', 'Eva', 'lastName', 'Huber ' || i, 'street', 'Hauptstraße', 'houseNumber', i, 'zipCode', '4020', 'city', 'Linz', 'countryCode', 'AT')`;
  await client.batch(
    [
      `${numbers(orders)} insert into users (id, email, verified_at, created_at) select ${first} + i, 'buyer' || i || '@bench.example', 1, 1 from n`,
      `${numbers(orders)} insert into orders (id, user_id, visit_id, event_id, status, order_date, total_cents, language, payment_method, payment_status, paid_at, contact_address)
       select ${first} + i, ${first} + i, 'bench', ${event}, 'complete', ${now} - i * 1000, 8000, 'de', '${method}', 'completed', ${now} - i * 1000, ${address} from n`,
      `${numbers(orders)} insert into order_items (order_id, position, kind, name, amount, price_cents, price_before_tax_cents, price_total_cents, vat_basis_points)
       select ${first} + i, 0, 'ticket', 'Lauf', 2, 4000, 3333, 8000, 2000 from n`,
      `${numbers(people)} insert into teams (id, order_id, competition_id, position) select ${first} + i, ${first} + i / 2, ${competition}, i % 2 from n`,
      `${numbers(people)} insert into participants (id, order_id, team_id, event_id, competition_id, competition_price_id, local_id, first_name, last_name, email, birth_date, gender, nationality_country_code, club, ticket_cents, charged_cents, rr_bib)
       select ${first} + i, ${first} + i / 2, ${first} + i, ${event}, ${competition}, ${price}, 'p' || i, 'Jürgen ' || i, 'Müller & Söhne', 'p' || i || '@bench.example', '1980-05-01', iif(i % 2, 'female', 'male'), 'AT', 'LC Linz', 4000, 4000, i from n`,
      `insert into participant_fields (participant_id, field_id, value)
       select p.id, f.id, 'Antwort' from participants p join form_fields f on f.event_id = p.event_id where p.id >= ${first}`,
      `insert into participant_articles (participant_id, article_id, variant_id, unique_local_id, name, variant_name, quantity, unit_cents)
       select p.id, v.article_id, v.id, 'a', 'Shirt', 'M', 1, 2500 from participants p
         join article_variants v on v.id = (select min(w.id) from article_variants w join articles a on a.id = w.article_id where a.event_id = p.event_id)
       where p.id >= ${first}`,
      `update competitions set total_ticket_count = 2000000, sold = sold + ${people} where id = ${competition}`,
      `update competition_prices set quantity_total = 2000000, sold = sold + ${people} where id = ${price}`,
      `update article_variants set total = 2000000, sold = sold + ${people} where id = (select variant_id from participant_articles where participant_id = ${first})`,
      `insert into ledger_entries (order_id, kind, method, amount_cents, reference, created_at)
       select id, 'payment', '${method}', total_cents, 'bench' || id, order_date from orders where id >= ${first}`,
    ],
    'write',
  );
  client.close();
  return { orders, eventId: event ?? 0 };
}
