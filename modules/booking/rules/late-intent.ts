import type { OrderedPerson } from '#modules/companions/rules/known-people.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { isNameless } from '#modules/orders/rules/draft-answers.ts';

/** Translates an intent pressed on a page with the people `pressed` to the current `teams`. Null: already done. */
export function lateIntent(
  intent: string,
  pressed: readonly DraftTeam[],
  teams: readonly DraftTeam[],
  notYetEntered: readonly OrderedPerson[],
): string | null {
  const [verb = '', first, second, third] = intent.split(':');
  if (verb === 'add') return intent;
  const isEntered = (key: string | undefined) => !notYetEntered.some((person) => person.key === Number(key));
  if (verb === 'with') return isEntered(second) ? null : intent;
  const meant = pressed[Number(first)];
  const at = teams.findIndex(({ localId }) => localId === meant?.localId);
  const team = teams[at];
  if (!team) return null;
  if (second === undefined) return `${verb}:${at}`;
  const place = meant?.participants[Number(second)]?.localId;
  const index = team.participants.findIndex(({ localId }) => localId === place);
  const person = team.participants[index];
  if (!person) return null;
  const to = (index: number) => [verb, at, index, third].filter((part) => part !== undefined).join(':');
  if (!['known', 'me', 'copy'].includes(verb)) return to(index);
  if (verb === 'known' && isEntered(third)) return null;
  if (isNameless(person)) return to(index);
  if (verb !== 'known') return null;
  const free = team.participants.findIndex(isNameless);
  return free >= 0 ? to(free) : `with:${team.competitionId}:${third}`;
}
