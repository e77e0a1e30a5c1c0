import { sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { ParticipantRecord } from '#modules/orders/index.ts';
import { dateIn } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type ResultView, resultView } from '../papers/certificate.ts';
import { boardOfCompetition } from '../read-board.ts';
import { publishedIn } from '../read-results.ts';
import type { BoardRow } from '../rules/board.ts';
import { isNameShown } from '../rules/visible-name.ts';
import { publicNames, results } from '../schema.ts';

type OwnDeps = Pick<Deps, 'read' | 'clock'>;
type Person = Pick<ParticipantRecord, 'id' | 'firstName' | 'lastName' | 'birthDate' | 'club' | 'competitionId'>;

export type OwnResult = { row: BoardRow; shown: ResultView; competitionId: number; eventId: number };
export type OwnName = { isShown: boolean; choice: boolean | null };
/** Once published, the result of a person, and the choice about the name. */
export type OwnLists = { result: OwnResult | null; name: OwnName };

const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;

export async function ownLists(
  deps: OwnDeps,
  eventId: number,
  people: readonly Person[],
  i18n: Translator,
): Promise<ReadonlyMap<number, OwnLists>> {
  const catalog = await catalogOf(deps.read, eventId);
  if (!catalog) return new Map();
  const ids = people.map(({ id }) => id);
  const choices = await deps.read
    .select({ id: publicNames.participantId, isShown: publicNames.isShown })
    .from(publicNames)
    .where(sql`${publicNames.participantId} in ${among(ids)}`);
  const found = await deps.read
    .select({ id: results.id, participantId: results.participantId, competitionId: results.competitionId })
    .from(results)
    .where(sql`${results.participantId} in ${among(ids)}`);
  const published = found.length > 0 ? await publishedIn(deps.read, eventId) : [];
  const choiceOf = new Map(choices.map(({ id, isShown }) => [id, isShown]));
  const resultOf = new Map(found.map((each) => [each.participantId, each]));
  const lists = new Map<number, OwnLists>();
  for (const person of people) {
    const competition = catalog.competitions.find(({ id }) => id === person.competitionId);
    const own = resultOf.get(person.id);
    const isOpen = own !== undefined && published.includes(own.competitionId);
    lists.set(person.id, {
      name: nameState(catalog, competition, person, choiceOf.get(person.id) ?? null),
      result: isOpen ? await resultOfPerson(deps, catalog, person, own, i18n) : null,
    });
  }
  return lists;
}

function nameState(
  { event }: Catalog,
  competition: CatalogCompetition | undefined,
  { birthDate }: Person,
  choice: boolean | null,
): OwnName {
  const at = competition?.timestamp ?? event.startTimestamp;
  const rules = { day: dateIn(at, event.timeZone), maxAge: competition?.maxAge ?? 0 };
  return { choice, isShown: isNameShown(choice, birthDate, rules) };
}

async function resultOfPerson(
  deps: OwnDeps,
  catalog: Catalog,
  { firstName, lastName, club }: Person,
  own: { id: number; competitionId: number },
  i18n: Translator,
): Promise<OwnResult | null> {
  const competition = catalog.competitions.find(({ id }) => id === own.competitionId);
  const board = competition && (await boardOfCompetition(deps, catalog, competition));
  const row = board?.byId.get(own.id);
  if (!competition || !board || !row) return null;
  const [stored] = await deps.read
    .select({ splits: results.splits })
    .from(results)
    .where(sql`${results.id} = ${own.id}`);
  const named = { name: `${firstName} ${lastName}`, club, splits: stored?.splits ?? [] };
  return {
    row,
    shown: resultView({ catalog, competition, board, row }, i18n, named),
    competitionId: competition.id,
    eventId: catalog.event.id,
  };
}
