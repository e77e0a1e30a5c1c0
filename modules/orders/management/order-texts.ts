import { folded } from '#src/kernel/fold.ts';
import type { Reader } from '#src/platform/database.ts';
import { ready } from '#src/platform/hot-statements.ts';
import { searchWords } from '../order-words.ts';
import { sqlFields } from '../participants/sql-fields.ts';
import { type ParticipantData, searchedFields } from '../rules/participant.ts';
import { referencedOrder, type SearchWord } from './order-search.ts';

type Person = Partial<ParticipantData> & { orderId: number; rrBib: string | null };
type Head = { id: number; contactAddress: string | null; buyer: string };

const among = (column: string) => `${column} in (select value from json_each(?))`;
const heads = `select o.id, o.contact_address contactAddress, u.email buyer
  from orders o join users u on u.id = o.user_id where ${among('o.id')}`;
const people = `select order_id orderId, rr_bib rrBib, ${sqlFields(searchedFields())}
  from participants where ${among('order_id')}`;
const teamNames = `select order_id orderId, team_name teamName from teams where team_name is not null and ${among('order_id')}`;

/** Which of these orders have every word, in their sequence: by reading them, for words that the index has too often. */
export async function matchingOrders(
  reader: Reader,
  ids: readonly number[],
  words: readonly SearchWord[],
): Promise<number[]> {
  const list = [JSON.stringify(ids)];
  const headOf = new Map((await reader.all<Head>(ready(heads, list))).map((head) => [head.id, head]));
  const peopleOf = Map.groupBy(await reader.all<Person>(ready(people, list)), ({ orderId }) => orderId);
  const teams = await reader.all<{ orderId: number; teamName: string }>(ready(teamNames, list));
  const teamsOf = Map.groupBy(teams, ({ orderId }) => orderId);
  return ids.filter((id) => {
    const head = headOf.get(id);
    const persons = peopleOf.get(id) ?? [];
    const known = searchWords({
      contactAddress: head?.contactAddress ? JSON.parse(head.contactAddress) : null,
      teams: [
        { teamName: null, participants: persons },
        ...(teamsOf.get(id) ?? []).map(({ teamName }) => ({ teamName, participants: [] })),
      ],
    });
    known.push(folded(head?.buyer ?? ''));
    const bibs = persons.map(({ rrBib }) => rrBib);
    return words.every((word) => isNamed(word, id, known, bibs));
  });
}

function isNamed(word: SearchWord, id: number, known: readonly string[], bibs: readonly (string | null)[]): boolean {
  const beginsOne = (start: string) => known.some((each) => each.startsWith(start));
  return (
    beginsOne(word.text) ||
    (word.parts.length > 0 && word.parts.every(beginsOne)) ||
    bibs.some((bib) => bib !== null && folded(bib) === word.text) ||
    word.text === String(id) ||
    referencedOrder(word.written) === id
  );
}
