import type { MoveRequest } from '#islands/participants/move-question.tsx';
import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { personIdentity } from '#modules/orders/rules/identity.ts';
import { dataOfInput, participantFields, specOf } from '#modules/orders/rules/participant.ts';
import { type BookingContext, type LoginCall, readDateIn } from './booking-frame.tsx';
import { bookedPeople } from './read-booked-people.ts';
import type { DraftData } from './rules/draft.ts';
import { possibleDuplicate, type Twin } from './rules/twins.ts';

const plainly = { name: '', label: '', options: [], lines: [], link: null } satisfies Partial<MoveRequest>;

export function duplicateQuestion({ catalog, draft, i18n }: BookingContext): MoveRequest | null {
  const twin = possibleDuplicate(draft.data.teams, draft.data.apart);
  if (!twin) return null;
  const { t } = i18n;
  const { teamIndex, index, person, isSame } = twin;
  return {
    ...plainly,
    title: t(isSame ? 'people.twin.titleSame' : 'people.twin.title', textsOf(catalog, twin)),
    text: t(isSame ? 'people.twin.same' : 'people.twin.text'),
    no: t('people.twin.look'),
    answers: [
      [`remove:${teamIndex}:${index}`, t('people.twin.one')],
      ...(isSame ? [] : ([[`apart:${person.localId}`, t('people.twin.two')]] as MoveRequest['answers'])),
    ],
  };
}

const textsOf = ({ competitions }: BookingContext['catalog'], { person, competitionId }: Twin) => ({
  name: `${person.firstName.trim()} ${person.lastName.trim()}`,
  competition: competitions.find(({ id }) => id === competitionId)?.title ?? '',
});

/** Only about the buyer's own orders: about others' orders the booking tells, which records who asks. */
export async function bookedQuestion(
  call: LoginCall,
  { catalog, i18n }: BookingContext,
  { teams }: Pick<DraftData, 'teams'>,
): Promise<MoveRequest | null> {
  if (call.viewer.level !== 'verified') return null;
  const twins = teams.flatMap(({ competitionId, participants: people }, teamIndex) =>
    people.flatMap((person, index) => {
      const identity = personIdentity(dataOfInput(person, readDateIn(i18n)));
      return identity === null ? [] : [{ teamIndex, index, competitionId, person, identity }];
    }),
  );
  if (twins.length === 0) return null;
  const booked = await bookedPeople(call.deps.read, call.viewer.userId, twins);
  for (const twin of twins) {
    const found = booked.find(
      ({ competitionId, identity }) => competitionId === twin.competitionId && identity === twin.identity,
    );
    if (!found) continue;
    const isUnpaid = found.status === 'pending';
    return {
      ...plainly,
      title: i18n.t(isUnpaid ? 'people.booked.unpaidTitle' : 'people.booked.title', textsOf(catalog, twin)),
      text: i18n.t(isUnpaid ? 'people.booked.unpaidText' : 'people.booked.text'),
      link: isUnpaid ? { href: `/orders/${found.orderId}`, label: i18n.t('people.booked.toOrder') } : null,
      no: i18n.t('people.twin.look'),
      answers: [[`remove:${twin.teamIndex}:${twin.index}`, i18n.t('people.booked.remove')]],
    };
  }
  return null;
}

const texts = participantFields.filter((name) => specOf(name).kind === 'text');

/** Names that contain a web address. Checked on the server only, to keep the pattern out of the bundle. */
export const namesWithAddress = (teams: readonly DraftTeam[]): string[] =>
  teams
    .flatMap(({ teamName, participants }) => [
      teamName,
      ...participants.flatMap((person) => texts.map((name) => person[name])),
    ])
    .filter(holdsWebAddress);
