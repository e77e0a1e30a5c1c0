import type { ReactElement } from 'react';
import { OwnField } from '#islands/participants/own-field.tsx';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { Words } from '#src/platform/locale.ts';
import { Alert } from '#src/ui/display.tsx';
import { DateField, EmailField, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { datePlaceholder, formatDate } from '#src/ui/format.ts';
import { editableUntil } from '../participants/change-participant.ts';
import type { DraftParticipant } from '../rules/draft.ts';
import { requiredOf } from '../rules/draft-check.ts';
import { askedOf, type PersonPlace, sharedOf } from './typed-person.ts';

export type PersonFormProps = {
  place: PersonPlace;
  typed: DraftParticipant;
  /** Finished sentences by the names of the form. */
  errors: Readonly<Record<string, string>>;
  action: string;
  csrfToken: string | null;
  back: { href: string; label: string };
  /** The person's own page is opened by a link that needs an address. */
  needsEmail: boolean;
  emailHint: string;
  words: Words;
};

/** Everything that may be said of a booked participant, in one form that works without a script. */
export function PersonForm(props: PersonFormProps): ReactElement {
  const { place, typed, errors, action, csrfToken, back, needsEmail, emailHint, words } = props;
  const { t } = words;
  const { competition, order } = place;
  const required = requiredOf(competition);
  const optional = t('ui.form.optional');
  const of = (name: string) => ({ name, error: errors[name] ?? null });
  const need = (isNeeded: boolean) => (isNeeded ? { required: true } : { optional });
  const labels = namesOfFields(place, words);
  const texts = {
    optional,
    choose: t('ui.form.choose'),
    datePlaceholder: datePlaceholder(words.locale),
    oncePerTeam: t('people.oncePerTeam'),
  };
  return (
    <Form
      action={action}
      csrfToken={csrfToken}
      requiredNote={t('ui.form.required')}
      state={{ errors }}
      labelOf={(name) => labels[name]}
      guard={Object.keys(errors).length > 0 ? 'changed' : true}
    >
      <p className="soft">{t('ownOrder.person.until', { until: words.dateTime(editableUntil(order)) })}</p>
      <div className="entry-row">
        <TextField
          {...of('firstName')}
          label={t('orders.field.firstName')}
          defaultValue={typed.firstName}
          required
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          {...of('lastName')}
          label={t('orders.field.lastName')}
          defaultValue={typed.lastName}
          required
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <div className="entry-row">
        <DateField
          {...of('birthDate')}
          {...need(required.birthDate)}
          label={t('orders.field.birthDate')}
          defaultValue={formatDate(typed.birthDate, words.locale)}
          placeholder={datePlaceholder(words.locale)}
          autoComplete="off"
        />
        <SelectField
          {...of('gender')}
          {...need(required.gender)}
          label={t('orders.field.gender')}
          defaultValue={typed.gender}
          placeholder={t('ui.form.choose')}
          options={(['female', 'male', 'diverse'] as const).map((value) => ({ value, label: t(`ui.gender.${value}`) }))}
        />
      </div>
      <div className="entry-row">
        <SelectField
          {...of('nationalityCountryCode')}
          label={t('orders.field.nationality')}
          optional={optional}
          defaultValue={typed.nationalityCountryCode}
          placeholder={t('ui.form.choose')}
          options={words.countries().map(({ code, name }) => ({ value: code, label: name }))}
        />
        <EmailField
          {...of('email')}
          {...need(needsEmail)}
          label={t('orders.field.email')}
          hint={emailHint}
          defaultValue={typed.email}
          maxLength={254}
          autoComplete="off"
        />
      </div>
      {askedOf(place).map((field) => (
        <OwnField
          key={field.id}
          {...of(`fields.${field.id}`)}
          field={withFormerChoice(field, typed.fields[field.id])}
          value={typed.fields[field.id] ?? ''}
          isForTeam={competition.type === 'team' && field.editableOnlyOncePerTeam}
          locale={words.locale}
          texts={texts}
        />
      ))}
      {sharedOf(place).length > 0 ? (
        <Alert>
          {t('ownOrder.person.shared', {
            fields: sharedOf(place)
              .map((field) => nameOf(field, words))
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

const nameOf = ({ name }: CatalogFormField, words: Words): string =>
  name[words.locale === 'de' ? 'de' : 'en'] || name.de;

/** A choice that is offered no longer stays choosable for whoever made it. */
function withFormerChoice(field: CatalogFormField, value: string | undefined): CatalogFormField {
  const former = field.formerOptions.find((option) => option.value === value);
  const isOffered = field.options.some((option) => option.value === value);
  return former && !isOffered ? { ...field, options: [...field.options, former] } : field;
}

/** In the summary a sentence stands far from its field, so it says which one is meant. */
function namesOfFields(place: PersonPlace, words: Words): Record<string, string> {
  const { t } = words;
  return {
    firstName: t('orders.field.firstName'),
    lastName: t('orders.field.lastName'),
    birthDate: t('orders.field.birthDate'),
    gender: t('orders.field.gender'),
    nationalityCountryCode: t('orders.field.nationality'),
    email: t('orders.field.email'),
    ...Object.fromEntries(askedOf(place).map((field) => [`fields.${field.id}`, nameOf(field, words)])),
  };
}

/** Why nothing can be changed any more. */
export function NoChange({ place, words }: { place: PersonPlace; words: Words }): ReactElement {
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
