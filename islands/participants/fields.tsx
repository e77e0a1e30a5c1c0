import { type ReactElement, useRef } from 'react';
import type { KnownPerson } from '#modules/booking/rules/draft-form.ts';
import type { OrderedPerson } from '#modules/booking/rules/known-people.ts';
import type { Catalog, CatalogCompetition, CatalogFormField } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { participantPath, requiredOf } from '#modules/orders/rules/draft-check.ts';
import { fieldsFor, isAskedFrom } from '#modules/orders/rules/entry-check.ts';
import { Button } from '#src/ui/button.tsx';
import { DateField, EmailField, SelectField, TextField } from '#src/ui/field.tsx';
import { formatDate, type Locale } from '#src/ui/format.ts';
import { type Change, Move, Offers } from './offers.tsx';
import { labelOf, OwnField } from './own-field.tsx';
import type { StepTexts } from './texts.ts';

type Shared = {
  competition: CatalogCompetition;
  catalog: Catalog;
  countries: { value: string; label: string }[];
  locale: Locale;
  texts: StepTexts;
  sentences: Record<string, string>;
  change: Change;
  me: KnownPerson | null;
  people: readonly OrderedPerson[];
  /** Whose name was missing when the entries last changed. */
  blank: ReadonlySet<string>;
  /** Everybody, to know who stands before whom. */
  teams: readonly DraftTeam[];
  /** How often somebody was filled in by a button. */
  filled: Record<string, number>;
};

const numbered = (text: string, number: number): string => text.replace('{number}', String(number));
/** `Mitglied 2: Eva Maier`, once there is a name. */
const titled = (texts: StepTexts, title: string, name: string): string =>
  name ? texts.titleNamed.replace('{title}', () => title).replace('{name}', () => name) : title;

/** One entry of a competition: a single starter, or a team with its name and members. */
export function ParticipantFields(
  props: Shared & { team: DraftTeam; teamIndex: number; mayAdd: boolean },
): ReactElement {
  const { team, teamIndex, competition, texts, sentences, change } = props;
  const isTeam = competition.type === 'team';
  const teamError = sentences[`teams[${teamIndex}]`];
  const title = titled(texts, numbered(texts.teamNumber, teamIndex + 1), team.teamName.trim());
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
            aria-label={`${texts.removeTeam}: ${title}`}
          >
            {texts.removeTeam}
          </Button>
          <Move {...props} title={title} />
        </div>
      ) : null}
    </>
  );
}

function Person(
  props: Shared & {
    person: DraftParticipant;
    teamIndex: number;
    index: number;
    isTeam: boolean;
    team: DraftTeam;
  },
): ReactElement {
  const { person, teamIndex, index, texts, sentences, competition, change, catalog } = props;
  const path = participantPath(teamIndex, index);
  const required = requiredOf(competition);
  const intent = `remove:${teamIndex}:${index}`;
  const of = (name: string) => ({ name: `${path}.${name}`, error: sentences[`${path}.${name}`] ?? null });
  const name = `${person.firstName} ${person.lastName}`.trim();
  const place = props.isTeam ? numbered(texts.member, index + 1) : numbered(texts.person, teamIndex + 1);
  const title = titled(texts, place, name);
  const takesFirstEmail = props.isTeam && index > 0 && catalog.event.adoptTeamEmail;
  const asked = fieldsFor(catalog, competition.id).filter((field) => isAskedFrom(field, index));
  // Ticking a box is as quick as opening a line.
  const isShown = ({ isRequired, type }: CatalogFormField) => isRequired || type === 'checkbox';
  const more = asked.filter((field) => !isShown(field));
  const own = (field: CatalogFormField) => (
    <OwnField
      // What was adopted from the one before is shown by a fresh field.
      key={`${field.id} ${person.fields[field.id]}`}
      field={field}
      {...of(`fields.${field.id}`)}
      value={person.fields[field.id] ?? ''}
      isForTeam={props.isTeam && field.editableOnlyOncePerTeam}
      locale={props.locale}
      texts={texts}
    />
  );
  // What says something or is wrong is never folded away, and nothing folds under one's fingers.
  const isOpen = useRef(false);
  const isSaid = (name: string, value: string | undefined) => Boolean(value || sentences[`${path}.${name}`]);
  isOpen.current ||=
    isSaid('nationalityCountryCode', person.nationalityCountryCode) ||
    isSaid('email', person.email) ||
    more.some(({ id }) => isSaid(`fields.${id}`, person.fields[id]));
  const removable = !props.isTeam || props.team.participants.length > Math.max(1, competition.minTeamSize);
  return (
    <fieldset className="entry-person" data-person={person.localId}>
      <legend>{title}</legend>
      <Offers {...props} title={title} />
      <input type="hidden" name={`${path}.localId`} value={person.localId} />
      <div className="entry-row entry-row-short">
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
      <div className="entry-row entry-row-short">
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
      {asked.filter(isShown).map(own)}
      {/* A family is four of these: what nobody has to say takes one line until somebody wants to say it. */}
      <details className="form-more" open={isOpen.current}>
        <summary>
          <span>
            {[texts.nationality, texts.email, ...more.map((field) => labelOf(field, props.locale))].join(', ')}
            <span className="field-optional"> ({texts.optional})</span>
          </span>
        </summary>
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
            hint={takesFirstEmail ? texts.emailHintTeam : texts.emailHint}
            defaultValue={person.email}
            optional={texts.optional}
            maxLength={254}
            autoComplete="off"
          />
        </div>
        {more.map(own)}
      </details>
      <div className="entry-tools">
        {removable ? (
          <Button
            look="plain"
            small
            name="intent"
            value={intent}
            onClick={change(intent)}
            aria-label={texts.removeNamed.replace('{name}', () => name || place)}
          >
            {texts.remove}
          </Button>
        ) : null}
        {props.isTeam ? null : <Move {...props} title={title} />}
      </div>
    </fieldset>
  );
}
