import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { isParticipantField } from '#modules/orders/rules/participant.ts';
import type { Locale } from '#src/ui/format.ts';
import { labelOf } from './label-of.ts';
import type { StepTexts } from './texts.ts';

const fieldName = /^teams\[(\d+)\](?:\.participants\[(\d+)\])?(?:\.(\w+))?(?:\.(\d+))?/;

/** In the summary a sentence stands far from its field, so it says who and which one is meant. */
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
