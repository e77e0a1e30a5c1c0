import type { ReactElement } from 'react';
import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { participantPath, requiredOf } from '#modules/orders/rules/draft-check.ts';
import { type KnownPerson, previousPerson } from '#modules/orders/rules/draft-form.ts';
import { fieldsFor, isAskedFrom } from '#modules/orders/rules/entry-check.ts';
import { CheckboxField, DateField, EmailField, NumberField, SelectField, TextArea, TextField } from '#src/ui/field.tsx';
import { Button } from '#src/ui/form.tsx';
import { formatDate, type Locale } from '#src/ui/format.ts';
import type { StepTexts } from './texts.ts';

type Shared = {
  competition: CatalogCompetition;
  catalog: Pick<Catalog, 'formFields' | 'event'>;
  countries: { value: string; label: string }[];
  locale: Locale;
  texts: StepTexts;
  sentences: Record<string, string>;
  change: (intent: string) => (event: { preventDefault(): void }) => void;
  me: KnownPerson | null;
  /** Everybody, to know who stands before whom. */
  teams: readonly DraftTeam[];
  /** How often somebody was filled in by a button. */
  filled: Record<string, number>;
};

const numbered = (text: string, number: number): string => text.replace('{number}', String(number));

/** One entry of a competition: a single starter, or a team with its name and members. */
export function ParticipantFields(
  props: Shared & { team: DraftTeam; teamIndex: number; mayAdd: boolean },
): ReactElement {
  const { team, teamIndex, competition, texts, sentences, change } = props;
  const isTeam = competition.type === 'team';
  const teamError = sentences[`teams[${teamIndex}]`];
  return (
    <>
      {isTeam ? (
        <div className="entry-team">
          <TextField
            name={`teams[${teamIndex}].teamName`}
            label={texts.teamName}
            hint={texts.teamNameHint}
            optional={texts.optional}
            defaultValue={team.teamName}
            maxLength={150}
            error={sentences[`teams[${teamIndex}].teamName`] ?? null}
            autoComplete="off"
          />
          {teamError ? <p className="field-error">{teamError}</p> : null}
        </div>
      ) : null}
      {team.participants.map((person, index) => (
        <Person
          key={`${person.localId}-${props.filled[person.localId] ?? 0}`}
          {...props}
          person={person}
          index={index}
          isTeam={isTeam}
        />
      ))}
      {isTeam ? (
        <div className="form-actions">
          {props.mayAdd ? (
            <Button
              look="quiet"
              small
              name="intent"
              value={`member:${teamIndex}`}
              onClick={change(`member:${teamIndex}`)}
            >
              {texts.addMember}
            </Button>
          ) : null}
          <Button
            look="plain"
            small
            name="intent"
            value={`removeTeam:${teamIndex}`}
            onClick={change(`removeTeam:${teamIndex}`)}
          >
            {texts.removeTeam}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Person(
  props: Shared & { person: DraftParticipant; teamIndex: number; index: number; isTeam: boolean; team: DraftTeam },
): ReactElement {
  const { person, teamIndex, index, texts, sentences, competition, change, catalog } = props;
  const path = participantPath(teamIndex, index);
  const required = requiredOf(competition);
  const intent = `remove:${teamIndex}:${index}`;
  const of = (name: string) => ({ name: `${path}.${name}`, error: sentences[`${path}.${name}`] ?? null });
  const title = props.isTeam ? numbered(texts.member, index + 1) : numbered(texts.person, teamIndex + 1);
  const removable = !props.isTeam || props.team.participants.length > Math.max(1, competition.minTeamSize);
  return (
    <fieldset className="entry-person" data-person={person.localId}>
      <legend>{title}</legend>
      <Offers {...props} title={title} />
      <input type="hidden" name={`${path}.localId`} value={person.localId} />
      <div className="entry-row">
        <TextField
          {...of('firstName')}
          label={texts.firstName}
          defaultValue={person.firstName}
          required
          maxLength={100}
          autoComplete="off"
        />
        <TextField
          {...of('lastName')}
          label={texts.lastName}
          defaultValue={person.lastName}
          required
          maxLength={100}
          autoComplete="off"
        />
      </div>
      <div className="entry-row">
        <DateField
          {...of('birthDate')}
          label={texts.birthDate}
          defaultValue={formatDate(person.birthDate, props.locale)}
          placeholder={texts.datePlaceholder}
          required={required.birthDate}
          {...(required.birthDate ? {} : { optional: texts.optional })}
          autoComplete="off"
        />
        <SelectField
          {...of('gender')}
          label={texts.gender}
          defaultValue={person.gender}
          options={texts.genders}
          placeholder={texts.choose}
          required={required.gender}
          {...(required.gender ? {} : { optional: texts.optional })}
        />
      </div>
      <div className="entry-row">
        <SelectField
          {...of('nationalityCountryCode')}
          label={texts.nationality}
          defaultValue={person.nationalityCountryCode}
          options={props.countries}
          placeholder={texts.choose}
          optional={texts.optional}
        />
        <EmailField
          {...of('email')}
          label={texts.email}
          hint={texts.emailHint}
          defaultValue={person.email}
          optional={texts.optional}
          maxLength={254}
          autoComplete="off"
        />
      </div>
      {fieldsFor(catalog, competition.id)
        .filter((field) => isAskedFrom(field, index))
        .map((field) => (
          <OwnField
            key={field.id}
            field={field}
            {...of(`fields.${field.id}`)}
            value={person.fields[field.id] ?? ''}
            locale={props.locale}
            texts={texts}
          />
        ))}
      {removable ? (
        <Button
          look="plain"
          small
          name="intent"
          value={intent}
          onClick={change(intent)}
          aria-label={`${texts.removePerson}: ${title}`}
        >
          {texts.remove}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** Ways to type less, while nobody's name stands here yet. */
function Offers(
  props: Shared & { person: DraftParticipant; teamIndex: number; index: number; title: string },
): ReactElement | null {
  const { person, teamIndex, index, teams, me, texts, change, title } = props;
  if (person.firstName !== '' || person.lastName !== '') return null;
  const isKnown = teams.some((team) =>
    team.participants.some((other) => other.firstName === me?.firstName && other.lastName === me?.lastName),
  );
  const offers = [
    ...(me && !isKnown ? [{ intent: `me:${teamIndex}:${index}`, label: texts.me }] : []),
    ...(previousPerson(teams, teamIndex, index)?.lastName
      ? [{ intent: `copy:${teamIndex}:${index}`, label: texts.copy }]
      : []),
  ];
  if (offers.length === 0) return null;
  return (
    <div className="entry-offers">
      {offers.map(({ intent, label }) => (
        <Button
          key={intent}
          look="quiet"
          small
          name="intent"
          value={intent}
          onClick={change(intent)}
          aria-label={`${label}: ${title}`}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** A field of the organizer's own. */
function OwnField(props: {
  field: CatalogFormField;
  name: string;
  error: string | null;
  value: string;
  locale: Locale;
  texts: StepTexts;
}): ReactElement {
  const { field, name, error, value, locale, texts } = props;
  const language = locale === 'de' ? 'de' : 'en';
  const label = field.name[language] || field.name.de;
  const shared = {
    name,
    label,
    error,
    required: field.isRequired,
    ...(field.isRequired || field.type === 'checkbox' ? {} : { optional: texts.optional }),
  };
  switch (field.type) {
    case 'select':
      return (
        <SelectField
          {...shared}
          defaultValue={value}
          placeholder={texts.choose}
          options={field.options.map((option) => ({
            value: option.value,
            label: option.label[language] || option.label.de,
          }))}
        />
      );
    case 'checkbox':
      return <CheckboxField {...shared} defaultChecked={value === 'true'} />;
    case 'textarea':
      return <TextArea {...shared} defaultValue={value} maxLength={5000} />;
    case 'number':
      return <NumberField {...shared} defaultValue={value} />;
    case 'date':
      // A default is stored as `2026-05-01`; what was typed stays as it is.
      return <DateField {...shared} defaultValue={formatDate(value, locale)} placeholder={texts.datePlaceholder} />;
    default:
      return <TextField {...shared} defaultValue={value} maxLength={5000} />;
  }
}
