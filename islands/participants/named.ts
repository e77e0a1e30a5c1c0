import type { Catalog, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { teamsInPageOrder } from '#modules/orders/rules/draft-check.ts';
import { isParticipantField } from '#modules/orders/rules/participant.ts';
import type { Locale } from '#src/ui/format.ts';
import type { StepTexts } from './texts.ts';

const fieldName = /^teams\[(\d+)\](?:\.participants\[(\d+)\])?(?:\.(\w+))?(?:\.(\d+))?/;

export function named(
  sentences: Record<string, string>,
  teams: readonly DraftTeam[],
  texts: StepTexts,
  { formFields }: Pick<Catalog, 'formFields'>,
  locale: Locale,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sentences).map(([name, text]) => {
      const [, teamIndex, index, field, fieldId] = fieldName.exec(name) ?? [];
      const team = teams[Number(teamIndex)];
      if (!team) return [name, text];
      const person = team.participants[Number(index)];
      const input = person ? `${person.firstName} ${person.lastName}` : team.teamName;
      const isMember = person && team.participants.length > 1;
      const [place, number] = isMember ? [texts.member, index] : [person ? texts.person : texts.teamNumber, teamIndex];
      const who = input.trim() || place.replace('{number}', String(Number(number) + 1));
      const own = formFields.find(({ id }) => id === Number(fieldId));
      const label = own
        ? labelOf(own, locale)
        : field && isParticipantField(field)
          ? texts.labels[field]
          : field === 'teamName'
            ? texts.teamName
            : '';
      return [name, [who, label, text].filter(Boolean).join(': ')];
    }),
  );
}

export function withArticles(
  sentences: Record<string, string>,
  articles: Record<string, string>,
  catalog: Pick<Catalog, 'competitions'>,
  teams: readonly DraftTeam[],
): Record<string, string> {
  const people = teamsInPageOrder(catalog, teams).flatMap(({ team, teamIndex }) =>
    team.participants.map(({ localId }, index) => ({ localId, teamIndex, index })),
  );
  const placeOf = (name: string): number => {
    const [, teamIndex, index] = fieldName.exec(name) ?? [];
    const at = people.findIndex((one) =>
      teamIndex === undefined
        ? one.localId === name.split('.')[1]
        : one.teamIndex === Number(teamIndex) && one.index === Number(index ?? 0),
    );
    return at < 0 ? people.length : at;
  };
  const all = Object.entries({ ...sentences, ...articles });
  return Object.fromEntries(all.sort(([one], [other]) => placeOf(one) - placeOf(other)));
}

export const labelOf = ({ name }: CatalogFormField, locale: Locale): string =>
  name[locale === 'de' ? 'de' : 'en'] || name.de;
