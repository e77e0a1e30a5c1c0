import type { ReactElement } from 'react';
import type { KnownPerson } from '#modules/booking/rules/draft-form.ts';
import type { OrderedPerson } from '#modules/companions/rules/known-people.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { participantPath } from '#modules/orders/rules/draft-check.ts';
import { fieldsFor, isRequiredFrom } from '#modules/orders/rules/entry-check.ts';
import { askedFields, requiredFields } from '#modules/orders/rules/participant.ts';
import { Button } from '#src/ui/button.tsx';
import { TextField } from '#src/ui/field.tsx';
import type { Locale } from '#src/ui/format.ts';
import { PersonArticles } from '../articles/person-articles.tsx';
import type { ArticleTexts } from '../articles/texts.ts';
import { type Articles, nameOf } from '../articles/use-articles.ts';
import { type Change, ChangeButton, Move, Offers } from './offers.tsx';
import { PersonFields } from './person-fields.tsx';
import type { StepTexts } from './texts.ts';

export type Shared = {
  competition: CatalogCompetition;
  catalog: Catalog;
  locale: Locale;
  texts: StepTexts;
  sentences: Record<string, string>;
  change: Change;
  me: KnownPerson | null;
  people: readonly OrderedPerson[];
  /** People without a name at the latest change of the entries. */
  blank: ReadonlySet<string>;
  teams: readonly DraftTeam[];
  /** Incremented when a button fills in or unfolds a person. */
  filled: Record<string, number>;
  /** Null: all people are unfolded. */
  open: object | null;
  /** Local ids of complete, folded people. */
  finished: ReadonlySet<string>;
  suited(competitionId: number, person: DraftParticipant): readonly CatalogCompetition[];
  /** Null: articles have a page of their own. */
  articles: { texts: ArticleTexts; state: Articles } | null;
};

const numbered = (text: string, number: number): string => text.replace('{number}', String(number));
const titled = (texts: StepTexts, title: string, name: string): string =>
  name ? texts.titleNamed.replace('{title}', () => title).replace('{name}', () => name) : title;

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
          {competition.sharedTeam ? (
            <strong>{competition.sharedTeam.name}</strong>
          ) : (
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
          )}
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

const inShort = ({ catalog }: Pick<Shared, 'catalog'>, { birthDate, articles }: DraftParticipant): string =>
  [
    /\d{4}/.exec(birthDate)?.[0],
    ...articles.map(({ articleId, variantId, quantity }) => {
      const article = catalog.articles.find(({ id }) => id === articleId);
      const variant = article?.variants.find(({ id }) => id === variantId)?.name;
      return [quantity > 1 ? `${quantity} ×` : '', article?.name, variant].filter(Boolean).join(' ');
    }),
  ]
    .filter(Boolean)
    .join(' · ');

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
  const name = nameOf(person);
  const place = props.isTeam ? numbered(texts.member, index + 1) : numbered(texts.person, teamIndex + 1);
  const title = titled(texts, place, name);
  const takesFirstEmail = props.isTeam && index > 0 && catalog.event.adoptTeamEmail;
  const questions = fieldsFor(catalog, competition.id).filter((field) => isRequiredFrom(field, index));
  const removable = !props.isTeam || props.team.participants.length > Math.max(1, competition.minTeamSize);
  const isWrong = Object.keys(sentences).some((name) => name.startsWith(`${path}.`));
  const isFolded = props.open && !props.filled[person.localId] && !isWrong;
  const isFinished = props.finished.has(person.localId) && !isWrong;
  const isUnfit = sentences[`${path}.birthDate`] || sentences[`${path}.gender`];
  const tool = (verb: 'edit' | 'remove', label: string, className?: string) => (
    <ChangeButton
      look="plain"
      small
      intent={`${verb}:${teamIndex}:${index}`}
      change={change}
      aria-label={label}
      className={className}
    >
      {texts[verb]}
    </ChangeButton>
  );
  return (
    <fieldset
      className={`entry-person${isFinished ? ' entry-finished' : ''}${name ? ' entry-bib' : ''}`}
      data-person={person.localId}
    >
      <legend>{title}</legend>
      <input type="hidden" name={`${path}.localId`} value={person.localId} />
      {isFinished ? <p className="soft with-scripts">{inShort(props, person)}</p> : null}
      {isFolded ? null : (
        <div className="entry-fields">
          <Offers {...props} title={title} />
          <PersonFields
            names={askedFields(catalog.event, [competition])}
            questions={questions}
            required={requiredFields(catalog.event, competition)}
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
          {isUnfit && !props.isTeam ? (
            <div className="entry-offers">
              {props.suited(competition.id, person).map(({ id, title: other }) => (
                <Button
                  key={id}
                  look="quiet"
                  small
                  name="intent"
                  value={`move:${teamIndex}${person.articles.length > 0 ? '' : `:${id}`}`}
                >
                  {texts.instead.replace('{title}', () => other)}
                </Button>
              ))}
            </div>
          ) : null}
          {props.articles ? (
            <PersonArticles {...props.articles} team={props.team} {...{ catalog, index }} locale={props.locale} />
          ) : null}
        </div>
      )}
      <div className="entry-tools">
        {isFolded || isFinished
          ? tool('edit', `${texts.edit}: ${title}`, isFinished ? 'with-scripts' : undefined)
          : null}
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
