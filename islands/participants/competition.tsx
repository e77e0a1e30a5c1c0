import type { ReactElement } from 'react';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { availableTickets } from '#modules/events/rules/sale.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import type { KnownPerson } from '#modules/orders/rules/draft-form.ts';
import type { Instant } from '#src/kernel/time.ts';
import { fieldId } from '#src/ui/field.tsx';
import { Button } from '#src/ui/form.tsx';
import type { Locale } from '#src/ui/format.ts';
import { ParticipantFields } from './fields.tsx';
import type { CompetitionTexts, StepTexts } from './texts.ts';

const countIn = (teams: readonly DraftTeam[], competitionId: number): number =>
  teams
    .filter((team) => team.competitionId === competitionId)
    .reduce((count, team) => count + team.participants.length, 0);

/** One competition with its entries, and the button for one more as long as there are tickets. */
export function Competition(props: {
  catalog: Catalog;
  competition: CatalogCompetition;
  teams: readonly DraftTeam[];
  me: KnownPerson | null;
  locale: Locale;
  countries: { value: string; label: string }[];
  texts: StepTexts;
  competitionTexts: Record<number, CompetitionTexts>;
  filled: Record<string, number>;
  sentences: Record<string, string>;
  now: Instant;
  change: (intent: string) => (event: { preventDefault(): void }) => void;
}): ReactElement {
  const { competition, texts, catalog, change, sentences } = props;
  const own = props.competitionTexts[competition.id];
  const entries = props.teams
    .map((team, teamIndex) => ({ team, teamIndex }))
    .filter(({ team }) => team.competitionId === competition.id);
  const left = availableTickets(competition, props.now, countIn(props.teams, competition.id));
  const few = texts.fewLeft[left - 1];
  const needed = competition.type === 'team' ? Math.max(1, competition.minTeamSize) : 1;
  return (
    <section className="entry-group" aria-labelledby={`competition-${competition.id}`}>
      <header className="entry-head">
        <div>
          <h2 id={`competition-${competition.id}`}>{competition.title}</h2>
          <p className="soft">{own?.facts}</p>
        </div>
        <div className="entry-cost">
          <p className="entry-price">{own?.price}</p>
          {[...(own?.notes ?? []), ...(few ? [few] : [])].map((note) => (
            <p className="soft" key={note}>
              {note}
            </p>
          ))}
        </div>
      </header>
      {entries.map(({ team, teamIndex }) => (
        <div key={team.localId} className="entry" id={fieldId(`teams[${teamIndex}]`)} tabIndex={-1}>
          <input type="hidden" name={`teams[${teamIndex}].localId`} value={team.localId} />
          <input type="hidden" name={`teams[${teamIndex}].competitionId`} value={team.competitionId} />
          <ParticipantFields
            team={team}
            teamIndex={teamIndex}
            competition={competition}
            catalog={catalog}
            countries={props.countries}
            locale={props.locale}
            texts={texts}
            sentences={sentences}
            change={change}
            me={props.me}
            teams={props.teams}
            filled={props.filled}
            mayAdd={competition.type === 'team' && team.participants.length < competition.maxTeamSize && left > 0}
          />
        </div>
      ))}
      {left >= needed ? (
        <Button look="quiet" name="intent" value={`add:${competition.id}`} onClick={change(`add:${competition.id}`)}>
          {entries.length === 0 ? own?.add : own?.addAnother}
        </Button>
      ) : (
        <p className="soft">{left >= 0 && entries.length > 0 ? texts.noMore : own?.none}</p>
      )}
    </section>
  );
}
