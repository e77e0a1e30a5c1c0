import type { ReactElement } from 'react';
import type { Words } from '#src/platform/locale.ts';
import { FieldsOfPerson, labelOfControl } from '../order/person-form.tsx';
import type { PersonPlace } from '../order/person-input.ts';
import { EditForm } from './edit-form.tsx';
import type { EditState } from './save-edit.ts';

type PersonFormProps = { action: string; back: string; state: EditState; place: PersonPlace; words: Words };

/** Everything that is known of a participant. */
export function PersonForm({ action, back, state, place, words }: PersonFormProps): ReactElement {
  return (
    <EditForm {...{ action, back, state, words }} labelOf={labelOfControl(place.order, words)} hasRequired>
      <FieldsOfPerson
        {...{ place, words }}
        input={state.typed}
        errors={state.errors}
        emailHint={words.t('orderActions.person.emailHint')}
      />
    </EditForm>
  );
}
