import type { ReactElement } from 'react';
import type { KnownPerson } from '#modules/booking/rules/draft-form.ts';
import type { OrderedPerson } from '#modules/booking/rules/known-people.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { participantPath, requiredFields } from '#modules/orders/rules/draft-check.ts';
import { fieldsFor, isAskedFrom } from '#modules/orders/rules/entry-check.ts';
import { isAskedBy, participantFields } from '#modules/orders/rules/participant.ts';
import { TextField } from '#src/ui/field.tsx';
import type { Locale } from '#src/ui/format.ts';
import { type Change, ChangeButton, Move, Offers } from './offers.tsx';
import { PersonFields } from './person-fields.tsx';
import type { StepTexts } from './texts.ts';

/** What a competition, its entries and their people are shown with. */
export type Shared = {
  competition: CatalogCompetition;
  catalog: Catalog;
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
  /** How often somebody was filled in or unfolded by a button. */
  filled: Record<string, number>;
  /** Null where nobody is folded up. */
  open: object | null;
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
            <ChangeButton look="quiet" small intent={`member:${teamIndex}`} change={change}>
              {texts.addMember}
            </ChangeButton>
          ) : null}
          <ChangeButton
            look="plain"
            small
            intent={`removeTeam:${teamIndex}`}
            change={change}
            aria-label={`${texts.removeTeam}: ${title}`}
          >
            {texts.removeTeam}
          </ChangeButton>
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
  const name = `${person.firstName} ${person.lastName}`.trim();
  const place = props.isTeam ? numbered(texts.member, index + 1) : numbered(texts.person, teamIndex + 1);
  const title = titled(texts, place, name);
  const takesFirstEmail = props.isTeam && index > 0 && catalog.event.adoptTeamEmail;
  const asked = fieldsFor(catalog, competition.id).filter((field) => isAskedFrom(field, index));
  const removable = !props.isTeam || props.team.participants.length > Math.max(1, competition.minTeamSize);
  const isFolded =
    props.open && !props.filled[person.localId] && !Object.keys(sentences).some((name) => name.startsWith(`${path}.`));
  const tool = (verb: 'edit' | 'remove', label: string) => (
    <ChangeButton look="plain" small intent={`${verb}:${teamIndex}:${index}`} change={change} aria-label={label}>
      {texts[verb]}
    </ChangeButton>
  );
  return (
    <fieldset className="entry-person" data-person={person.localId}>
      <legend>{title}</legend>
      <input type="hidden" name={`${path}.localId`} value={person.localId} />
      {isFolded ? null : (
        <>
          <Offers {...props} title={title} />
          <PersonFields
            names={participantFields.filter((field) => isAskedBy(catalog.event, field))}
            asked={asked}
            required={requiredFields(competition)}
            person={person}
            path={`${path}.`}
            errors={sentences}
            hints={{ email: takesFirstEmail ? texts.emailHintTeam : texts.emailHint }}
            isTeam={props.isTeam}
            folds
            isBuyer={teamIndex + index === 0}
            locale={props.locale}
            texts={texts}
          />
        </>
      )}
      <div className="entry-tools">
        {isFolded ? tool('edit', `${texts.edit}: ${title}`) : null}
        {removable
          ? tool(
              'remove',
              texts.removeNamed.replace('{name}', () => name || place),
            )
          : null}
        {props.isTeam ? null : <Move {...props} title={title} />}
      </div>
    </fieldset>
  );
}
