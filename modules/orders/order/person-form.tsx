import type { ReactElement } from 'react';
import { PersonFields } from '#islands/participants/person-fields.tsx';
import type { Translator } from '#src/platform/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form, type FormErrors } from '#src/ui/form.tsx';
import { changeLabel, nameOfField } from '../management/field-words.ts';
import { editableUntil } from '../participants/change-participant.ts';
import { personTexts } from '../participants/participant-words.ts';
import { requiredFields } from '../rules/draft-check.ts';
import { namesOf, type PersonInput, type PersonPlace, personOf, sharedOf } from './person-input.ts';

export type PersonFormProps = {
  place: PersonPlace;
  input: PersonInput;
  /** Finished sentences by the names of the form. */
  errors: Readonly<Record<string, string>>;
  action: string;
  csrfToken: string | null;
  back: { href: string; label: string };
  /** The person's own page is opened by a link that needs an address. */
  needsEmail: boolean;
  emailHint: string;
  words: Translator;
};

/** The label of a control; in a summary a sentence stands far from its field, so it says which one is meant. */
export const labelOfControl =
  (order: Parameters<typeof changeLabel>[1], words: Translator) =>
  (name: string): string =>
    changeLabel(name.replace(/^fields\./, 'formField.'), order, words);

/** What may be said of a booked participant. */
export function FieldsOfPerson(props: {
  place: PersonPlace;
  input: PersonInput;
  errors: FormErrors;
  needsEmail?: boolean;
  emailHint: string;
  words: Translator;
}): ReactElement {
  const { place, input, errors, needsEmail = false, emailHint, words } = props;
  return (
    <PersonFields
      names={namesOf(place)}
      asked={place.asked}
      required={[...requiredFields(place.competition), ...(needsEmail ? (['email'] as const) : [])]}
      person={personOf(input)}
      errors={errors}
      hints={{ email: emailHint }}
      isTeam={place.competition.type === 'team'}
      locale={words.locale}
      texts={personTexts(words, place.person)}
    />
  );
}

/** Everything that may be said of a booked participant, in one form that works without a script. */
export function PersonForm(props: PersonFormProps): ReactElement {
  const { place, input, errors, action, csrfToken, back, needsEmail, emailHint, words } = props;
  const { t } = words;
  const { order } = place;
  return (
    <Form
      action={action}
      csrfToken={csrfToken}
      requiredNote={t('ui.form.required')}
      state={{ errors }}
      labelOf={labelOfControl(order, words)}
      guard={Object.keys(errors).length > 0 ? 'changed' : true}
    >
      <p className="soft">{t('ownOrder.person.until', { until: words.dateTime(editableUntil(order)) })}</p>
      <FieldsOfPerson {...{ place, input, errors, needsEmail, emailHint, words }} />
      {sharedOf(place).length > 0 ? (
        <Alert>
          {t('ownOrder.person.shared', {
            fields: sharedOf(place)
              .map((field) => nameOfField(field, words))
              .join(', '),
          })}
        </Alert>
      ) : null}
      <div className="form-actions">
        <Button>{t('ui.form.save')}</Button>
        <ButtonLink look="quiet" href={back.href}>
          {back.label}
        </ButtonLink>
      </div>
    </Form>
  );
}

/** Why nothing can be changed any more. */
export function NoChange({ place, words }: { place: PersonPlace; words: Translator }): ReactElement {
  const isCanceled = place.order.status === 'canceled';
  return (
    <Alert tone="wait" title={words.t(isCanceled ? 'ownOrder.person.canceled' : 'ownOrder.person.tooLate')}>
      {isCanceled
        ? words.t('ownOrder.person.canceledText')
        : words.t('ownOrder.person.tooLateText', {
            until: words.dateTime(editableUntil(place.order)),
          })}
    </Alert>
  );
}
