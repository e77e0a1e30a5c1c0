import type { ReactElement } from 'react';
import type { KnownPerson } from '#modules/booking/rules/draft-form.ts';
import { countIn } from '#modules/booking/rules/draft-move.ts';
import type { OrderedPerson } from '#modules/booking/rules/known-people.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { teamPrice } from '#modules/events/rules/offer.ts';
import { availableTickets, currentPrice } from '#modules/events/rules/sale.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import type { Instant } from '#src/kernel/time.ts';
import { Button } from '#src/ui/button.tsx';
import { fieldId } from '#src/ui/field.tsx';
import { formatCents, type Locale } from '#src/ui/format.ts';
import { ParticipantFields } from './fields.tsx';
import type { Change } from './offers.tsx';
import type { CompetitionTexts, StepTexts } from './texts.ts';

/** One competition with its entries, and the button for one more as long as there are tickets. */
export function Competition(props: {
  catalog: Catalog;
  competition: CatalogCompetition;
  teams: readonly DraftTeam[];
  me: KnownPerson | null;
  people: readonly OrderedPerson[];
  blank: ReadonlySet<string>;
  /** The error summary leads here when nobody was entered. */
  isFirst: boolean;
  locale: Locale;
  countries: { value: string; label: string }[];
  texts: StepTexts;
  competitionTexts: Record<number, CompetitionTexts>;
  filled: Record<string, number>;
  sentences: Record<string, string>;
  now: Instant;
  change: Change;
}): ReactElement {
  const { competition, texts, catalog, change, sentences } = props;
  const own = props.competitionTexts[competition.id];
  const entries = props.teams
    .map((team, teamIndex) => ({ team, teamIndex }))
    .filter(({ team }) => team.competitionId === competition.id);
  const left = availableTickets(competition, props.now, countIn(props.teams, competition.id));
  const few = texts.fewLeft[left - 1];
  const price = currentPrice(competition, props.now);
  const asTeam = price && teamPrice(competition, price.price);
  const priced = (text: string, cents: number) => text.replace('{price}', () => formatCents(cents, props.locale));
  const notes = [
    asTeam && own ? priced(own.pricePerTeam, asTeam) : '',
    price?.onlyBuyableWithVoucher ? texts.voucherOnly : '',
    few ?? '',
  ].filter(Boolean);
  const needed = competition.type === 'team' ? Math.max(1, competition.minTeamSize) : 1;
  return (
    <section
      className="entry-group"
      aria-labelledby={`competition-${competition.id}`}
      {...(props.isFirst ? { id: fieldId('competition'), tabIndex: -1 } : {})}
    >
      <header className="entry-head">
        <div>
          <h2 id={`competition-${competition.id}`}>{competition.title}</h2>
          <p className="soft">{own?.facts}</p>
        </div>
        <div className="entry-cost">
          {/* Said when it changes under one's eyes, with the competition that it is about. */}
          <p className="entry-price" role="status">
            <span className="visually-hidden">{competition.title} </span>
            {price && own ? priced(own.price, price.price) : ''}
          </p>
          {notes.map((note) => (
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
            people={props.people}
            blank={props.blank}
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
