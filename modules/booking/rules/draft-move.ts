import type { Catalog, CatalogArticle, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { availableTickets, isCompetitionOver } from '#modules/events/rules/sale.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { answersFor, isUntouched, newParticipant } from '#modules/orders/rules/draft-answers.ts';
import type { Instant } from '#src/kernel/time.ts';

export const countIn = (teams: readonly DraftTeam[], competitionId: number): number =>
  teams.reduce((count, team) => count + (team.competitionId === competitionId ? team.participants.length : 0), 0);

const smallestSize = ({ type, minTeamSize }: CatalogCompetition): number =>
  type === 'team' ? Math.max(1, minTeamSize) : 1;

/** A team that splits moves its named members; empty places are dropped. */
const movers = (team: DraftTeam, target: CatalogCompetition): DraftParticipant[] => {
  const people = target.type === 'team' ? [] : team.participants.filter((person) => !isUntouched(person));
  return people.length > 0 ? people : target.type === 'team' ? team.participants : team.participants.slice(0, 1);
};

/** Competitions that are not over and have enough tickets on sale. */
export const moveTargets = (
  competitions: readonly CatalogCompetition[],
  teams: readonly DraftTeam[],
  team: DraftTeam,
  now: Instant,
): CatalogCompetition[] =>
  competitions.filter(
    (target) =>
      target.id !== team.competitionId &&
      !isCompetitionOver(target, now) &&
      availableTickets(target, now, countIn(teams, target.id)) >=
        Math.max(smallestSize(target), movers(team, target).length),
  );

/** Moves an entry with its input; a team stays together. Articles belong to their competition and are cleared. */
export function moveEntry(
  catalog: Pick<Catalog, 'formFields' | 'competitions'>,
  teams: readonly DraftTeam[],
  teamIndex: number,
  competitionId: number,
  newLocalId: () => string,
): DraftTeam[] {
  const team = teams[teamIndex];
  const target = catalog.competitions.find(({ id }) => id === competitionId);
  if (!team || !target || team.competitionId === competitionId) return [...teams];
  const before = teams.slice(0, teamIndex);
  const people: DraftParticipant[] = movers(team, target).map(({ declined: _, ...person }) => ({
    ...person,
    fields: answersFor(
      catalog,
      competitionId,
      team,
      team.participants.findIndex(({ localId }) => localId === person.localId),
      before,
    ),
    articles: [],
  }));
  const entry = (localId: string, participants: DraftParticipant[]): DraftTeam => ({
    localId,
    competitionId,
    teamName: target.type === 'team' ? team.teamName : '',
    participants,
  });
  const isSingle = target.type === 'single';
  while (!isSingle && people.length < smallestSize(target)) {
    people.push(newParticipant(catalog, competitionId, newLocalId(), [...before, entry('', people)]));
  }
  const entries = isSingle
    ? people.map((person, at) => entry(at === 0 ? team.localId : newLocalId(), [person]))
    : [entry(team.localId, people)];
  return [...before, ...entries, ...teams.slice(teamIndex + 1)];
}

/** Whose articles a move would clear: place in the team from 1, with the choices. */
export const articlesLost = (
  articles: readonly Pick<CatalogArticle, 'id' | 'name' | 'variants'>[],
  team: DraftTeam | undefined,
): { place: number; name: string; articles: { quantity: number; name: string; variant: string }[] }[] =>
  (team?.participants ?? []).flatMap((person, at) => {
    const chosen = person.articles.flatMap(({ articleId, variantId, quantity }) => {
      const article = articles.find(({ id }) => id === articleId);
      if (!article || quantity < 1) return [];
      const variant = article.variants.length > 1 ? article.variants.find(({ id }) => id === variantId)?.name : '';
      return [{ quantity, name: article.name, variant: variant ?? '' }];
    });
    return chosen.length > 0
      ? [{ place: at + 1, name: `${person.firstName} ${person.lastName}`.trim(), articles: chosen }]
      : [];
  });
