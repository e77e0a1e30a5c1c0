import type { Reader } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { inSequence } from '#src/web/list/find.ts';
import type { OrderStatus } from '../rules/order-state.ts';
import { type ParticipantData, participantFields } from '../rules/participant.ts';
import { sqlFields } from './sql-fields.ts';

/** A participant as a list shows them; three statements however many there are. */
export type ListedPerson = ParticipantData & {
  id: number;
  orderId: number;
  rrBib: string | null;
  competition: string;
  competitionId: number;
  eventTitle: string;
  teamName: string | null;
  orderStatus: OrderStatus;
  orderDate: number;
  timeZone: string;
  /** Answers as they are stored, by form field. */
  answers: ReadonlyMap<number, string>;
  /** What they ordered along: `2 × Laufshirt, M`. */
  articles: string[];
};

const people = `select p.id, p.order_id orderId, ${sqlFields(participantFields, 'p.')}, p.rr_bib rrBib, c.title competition, c.id competitionId,
    e.title eventTitle,
    t.team_name teamName, o.status orderStatus, o.order_date orderDate, e.time_zone timeZone
  from participants p join orders o on o.id = p.order_id join teams t on t.id = p.team_id
    join competitions c on c.id = p.competition_id join events e on e.id = p.event_id
  where p.id in (select value from json_each(?))`;
const answers = `select participant_id id, field_id fieldId, value from participant_fields
  where participant_id in (select value from json_each(?))`;

const articles = `select participant_id id, name, variant_name variant, quantity from participant_articles
  where participant_id in (select value from json_each(?)) order by id`;
type Ordered = { id: number; name: string; variant: string; quantity: number };

/** `2 × Laufshirt, M` */
const articleText = ({ name, variant, quantity }: Ordered): string =>
  `${quantity > 1 ? `${quantity} × ` : ''}${variant ? `${name}, ${variant}` : name}`;

/** In the sequence of `ids`; unknown ones are left out. */
export async function listedPeople(reader: Reader, ids: readonly number[]): Promise<ListedPerson[]> {
  const list = [JSON.stringify(ids)];
  const rows = await reader.all<Omit<ListedPerson, 'answers' | 'articles'>>(ready(people, list));
  const said = await reader.all<{ id: number; fieldId: number; value: string }>(ready(answers, list));
  const orderedBy = Map.groupBy(await reader.all<Ordered>(ready(articles, list)), ({ id }) => id);
  const saidBy = Map.groupBy(said, ({ id }) => id);
  return inSequence(ids, rows, ({ id }) => id).map((person) => {
    const given = (saidBy.get(person.id) ?? []).map(({ fieldId, value }) => [fieldId, value] as const);
    return { ...person, answers: new Map(given), articles: (orderedBy.get(person.id) ?? []).map(articleText) };
  });
}
