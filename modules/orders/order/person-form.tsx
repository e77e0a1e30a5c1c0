import type { ReactElement, ReactNode } from 'react';
import * as z from 'zod';
import { PersonFields } from '#islands/participants/person-fields.tsx';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { type FormSpec, plainForm } from '#src/web/forms/fields.ts';
import { type FormRecord, inputOf } from '#src/web/forms/form-input.ts';
import { type FormState, type SavedForm, saveRead } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import type { PageCall } from '#src/web/http.ts';
import { orderTranslator } from '../assemble-orders.ts';
import { type ChangeParticipant, changeParticipant } from '../participants/change-participant.ts';
import { changeLabel, nameOfField, personTexts } from '../participants/texts.ts';
import { personIn } from '../people.ts';
import { orderOf } from '../read.ts';
import { editableUntil } from '../rules/buyer-changes.ts';
import { requiredFields, specOf } from '../rules/participant.ts';
import { refuse } from '../rules/problems.ts';
import {
  answerName,
  changeOf,
  controlOfPath,
  errorsOfProblem,
  mayChangePerson,
  namesOf,
  type PersonInput,
  type PersonPlace,
  personErrors,
  personOf,
  postedInput,
  sharedOf,
  storedInput,
} from './person-input.ts';

function personForm(place: PersonPlace, i18n: Translator, required: readonly string[] = []): FormSpec {
  /** The error summary is far from the field, so it repeats the label. */
  const label = (name: string) => changeLabel(name.replace(/^fields\./, 'formField.'), place.order, i18n);
  const { options } = personTexts(i18n, place.person);
  const own = namesOf(place).map((name) => ({
    name,
    kind: specOf(name).kind === 'date' ? ('date' as const) : ('text' as const),
    label: label(name),
    required: required.includes(name),
    ...(options[name] ? { options: options[name] } : {}),
  }));
  const answers = place.asked.map(({ id }) => ({
    name: answerName(id),
    kind: 'text' as const,
    label: label(answerName(id)),
  }));
  return plainForm('orderActions', ...own, ...answers);
}

/** Form record: `fields.12` is the value 12 of `fields`. */
const recordOf = (input: PersonInput): FormRecord => ({
  ...input,
  fields: Object.fromEntries(
    Object.entries(input).flatMap(([name, text]) => (name.startsWith('fields.') ? [[name.slice(7), text]] : [])),
  ),
});

export type PersonFormProps = {
  place: PersonPlace;
  state: FormState | undefined;
  action: string;
  back: { href: string; label?: string };
  /** The participant's view: deadline, required fields and answers given by the team's first member. */
  isOwn?: boolean;
  /** A person who is not entered yet: the label of the button. */
  submit?: string;
  /** The participant's page needs an address for its link. */
  needsEmail?: boolean;
  emailHint: string;
  /** Transfer page, if another person gets the place only by a transfer. */
  transferHref?: string | null;
  i18n: Translator;
};

export function PersonForm(props: PersonFormProps): ReactElement {
  const {
    place,
    state,
    action,
    back,
    isOwn = false,
    needsEmail = false,
    emailHint,
    transferHref = null,
    submit,
    i18n,
  } = props;
  const required = [
    ...requiredFields(place.order.event, place.competition),
    ...(needsEmail ? (['email'] as const) : []),
  ];
  const form = personForm(place, i18n, isOwn ? required : []);
  const record = recordOf(storedInput(place));
  const shared = isOwn && submit === undefined ? sharedOf(place) : [];
  return (
    <SavingForm
      {...{ action, form, record, state, i18n }}
      hasRequired
      {...(submit === undefined ? {} : { submit })}
      {...(back.label ? { actions: <BackLink {...back} /> } : { cancelHref: back.href })}
      fields={
        <>
          {isOwn && submit === undefined ? (
            <p className="soft">
              {i18n.t('ownOrder.person.until', { until: i18n.dateTime(editableUntil(place.order)) })}
            </p>
          ) : null}
          {transferHref ? (
            <p>
              {i18n.t('ownOrder.person.transfer')} <a href={transferHref}>{i18n.t('ownOrder.person.transferLink')}</a>
            </p>
          ) : null}
          <PersonFields
            names={namesOf(place)}
            questions={place.asked}
            required={required}
            person={personOf(state?.input ?? inputOf(form, record, i18n))}
            errors={state?.errors ?? {}}
            hints={{ email: emailHint }}
            isTeam={place.competition.type === 'team'}
            locale={i18n.locale}
            texts={personTexts(i18n, place.person)}
          />
          {shared.length > 0 ? (
            <Alert>
              {i18n.t('ownOrder.person.shared', {
                fields: shared.map((field) => nameOfField(field, i18n)).join(', '),
              })}
            </Alert>
          ) : null}
        </>
      }
    />
  );
}

const BackLink = ({ href, label }: PersonFormProps['back']): ReactElement => (
  <ButtonLink look="quiet" href={href}>
    {label}
  </ButtonLink>
);

/** The form for buyer and participant, or why it is closed. */
export function OwnPersonPage(
  props: PersonFormProps & { may: boolean; above: ReactNode; title: string; below: string; more?: ReactNode },
): ReactElement {
  const { may, above, title, below, more, ...form } = props;
  const { place, back, i18n } = form;
  const isCanceled = place.order.status === 'canceled';
  return (
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">{above}</p>
        <h1>{title}</h1>
        <p className="soft">{below}</p>
        {more}
      </header>
      {may ? (
        <PersonForm {...form} isOwn />
      ) : (
        <>
          <Alert tone="wait" title={i18n.t(isCanceled ? 'ownOrder.person.canceled' : 'ownOrder.person.tooLate')}>
            {isCanceled
              ? i18n.t('ownOrder.person.canceledText')
              : i18n.t('ownOrder.person.tooLateText', { until: i18n.dateTime(editableUntil(place.order)) })}
          </Alert>
          <div className="form-actions">
            <BackLink {...back} />
          </div>
        </>
      )}
    </div>
  );
}

type Change = Pick<ChangeParticipant, 'editorId'> & { by: 'owner' | 'organizer' | 'participant' } & {
  needsEmail?: boolean;
  to: string;
};

/** Saves changed fields only. Owners and participants are first checked by the booking's rules. */
export async function savePerson(
  call: Pick<PageCall, 'deps' | 'form' | 'i18n' | 'now'>,
  place: PersonPlace,
  { by, editorId, needsEmail = false, to }: Change,
): Promise<{ to: string } | { state: FormState }> {
  const { order, person } = place;
  const i18n = orderTranslator(order, call.i18n.locale);
  const posted = postedInput(call.form, place, i18n);
  const form = personForm(place, i18n);
  const input = inputOf(form, recordOf(posted), i18n);
  const isOrganizer = by === 'organizer';
  if (!isOrganizer && !mayChangePerson(order, call.now).may)
    return { state: { input, errors: {}, refusal: null, status: 409 } };
  const errors = isOrganizer ? {} : personErrors(place, posted, i18n, call.now, { needsEmail });
  const saved: SavedForm<z.ZodUndefined> = {
    form,
    schema: z.undefined(),
    merges: true,
    controlOf: controlOfPath,
    stored: async ({ tx }) => {
      const fresh = (await orderOf(tx, order.id)) ?? refuse('NOT_FOUND');
      return recordOf(storedInput({ ...place, person: personIn(fresh, person.id).person }));
    },
    beside: (problem) => errorsOfProblem(problem, place, i18n, call.now, isOrganizer),
    save: async (work, _, changed) => {
      const change = changeOf(Object.fromEntries(changed.map((name) => [name, posted[name] ?? ''])));
      if (changed.length > 0)
        await changeParticipant(work, {
          ...{ orderId: order.id, participantId: person.id, change, editorId },
          ...(by === 'organizer' ? { by } : { by, needsTransfer: call.deps.needsTransfer }),
        });
      return to;
    },
  };
  const reading = Object.keys(errors).length > 0 ? { input, errors } : { input, data: undefined };
  return saveRead({ ...call, i18n }, saved, () => reading);
}
