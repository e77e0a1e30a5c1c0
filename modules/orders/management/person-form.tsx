import type { ReactElement } from 'react';
import { type FormSpec, formOf } from '#src/platform/forms/fields.ts';
import { type FormRecord, inputOf } from '#src/platform/forms/form-input.ts';
import type { FormState } from '#src/platform/forms/save-form.ts';
import { SavingForm } from '#src/platform/forms/saving-form.tsx';
import type { Translator } from '#src/platform/locale.ts';
import { FieldsOfPerson, labelOfControl } from '../order/person-form.tsx';
import { answerName, namesOf, type PersonInput, type PersonPlace } from '../order/person-input.ts';
import { personTexts } from '../participants/participant-words.ts';
import { specOf } from '../rules/participant.ts';

/** Its fields for the kit; how they look is the one form of a participant. */
export function personForm(place: PersonPlace, words: Translator): FormSpec {
  const label = labelOfControl(place.order, words);
  const { options } = personTexts(words, place.person);
  const own = namesOf(place).map((name) => ({
    name,
    kind: specOf(name).kind === 'date' ? ('date' as const) : ('text' as const),
    label: label(name),
    ...(options[name] ? { options: options[name] } : {}),
  }));
  const answers = place.asked.map(({ id }) => ({
    name: answerName(id),
    kind: 'text' as const,
    label: label(answerName(id)),
  }));
  return formOf('orderActions', [{ name: 'person', fields: [...own, ...answers] }]);
}

/** As the kit finds it: `fields.12` is the value 12 of `fields`. */
export const recordOfPerson = (input: PersonInput): FormRecord => ({
  ...input,
  fields: Object.fromEntries(
    Object.entries(input).flatMap(([name, text]) => (name.startsWith('fields.') ? [[name.slice(7), text]] : [])),
  ),
});

type PersonFormProps = {
  action: string;
  back: string;
  form: FormSpec;
  record: FormRecord;
  state: FormState | undefined;
  place: PersonPlace;
  words: Translator;
};

/** Everything that is known of a participant. */
export function PersonForm({ action, back, form, record, state, place, words }: PersonFormProps): ReactElement {
  return (
    <SavingForm
      {...{ action, form, record, state, words }}
      cancelHref={back}
      fields={
        <FieldsOfPerson
          {...{ place, words }}
          input={state?.input ?? inputOf(form, record, words)}
          errors={state?.errors ?? {}}
          emailHint={words.t('orderActions.person.emailHint')}
        />
      }
    />
  );
}
