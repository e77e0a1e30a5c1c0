import type { ReactElement } from 'react';
import type { Reader } from '#src/data/database.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { fieldErrors, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import type { PageCall } from '#src/web/http.ts';
import { orderTranslator } from '../assemble-orders.ts';
import type { OrderRecord, ParticipantRecord } from '../read.ts';
import { dataOf, eachField, type ParticipantData } from '../rules/participant.ts';
import { refuse } from '../rules/problems.ts';
import { type NewMember, teamIn } from './add-team-member.ts';
import { PersonForm, type PersonFormProps } from './person-form.tsx';
import { changeOf, errorsOfProblem, type PersonPlace, personErrors, placeOfSeat, postedInput } from './person-input.ts';

/** A place in a team for a person who is not entered yet. @throws Problem NOT_FOUND */
export async function newMemberPlace<Order extends OrderRecord>(
  reader: Reader,
  order: Order,
  teamId: number,
): Promise<PersonPlace<Order>> {
  if (order.status === 'canceled') return refuse('NOT_FOUND');
  const { team, competitionId } = teamIn(order, teamId);
  return placeOfSeat(reader, order, { team, index: team.participants.length, person: newPerson(competitionId) });
}

const newPerson = (competitionId: number): ParticipantRecord => ({
  ...(eachField(() => null) as unknown as ParticipantData),
  ...{ id: 0, competitionId, competitionPriceId: 0, localId: secretToken(9), formFieldsSelected: [] },
  ...{ ticketPrice: zeroCents, chargedPrice: zeroCents, orderedArticleVariants: [] },
  ...{ rrBib: null, rrChangelink: null, linkVersion: 0, ticketVersion: 0 },
});

export const MemberForm = (
  props: Omit<PersonFormProps, 'isOwn' | 'transferHref'> & { submit: string },
): ReactElement => <PersonForm {...props} isOwn />;

/** Enters the posted person, checked by the booking's rules, and goes to the address that `add` returns. */
export async function saveMember(
  call: Pick<PageCall, 'form' | 'i18n' | 'now' | 'context'>,
  place: PersonPlace,
  add: (person: NewMember) => Promise<string>,
): Promise<{ to: string } | { state: FormState }> {
  const i18n = orderTranslator(place.order, call.i18n.locale);
  const posted = postedInput(call.form, place, i18n);
  const errors = personErrors(place, posted, i18n, call.now, { needsEmail: false });
  if (Object.keys(errors).length > 0) return fieldErrors(call, errors);
  return runForm(
    { ...call, i18n },
    () => {
      const { formFieldsSelected = [], ...change } = changeOf(posted);
      const { localId } = place.person;
      return add({ ...dataOf({ ...place.person, ...change } as ParticipantData), localId, formFieldsSelected });
    },
    { beside: (problem) => errorsOfProblem(problem, place, i18n, call.now, false) },
  );
}
