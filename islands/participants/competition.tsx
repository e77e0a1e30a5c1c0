import type { ReactElement } from 'react';
import type { Gender } from '#modules/accounts/rules/genders.ts';
import { countIn } from '#modules/booking/rules/draft-move.ts';
import type { OrderedPerson } from '#modules/companions/rules/known-people.ts';
import { teamPrice } from '#modules/events/rules/offer.ts';
import { availableTickets, currentPrice } from '#modules/events/rules/sale.ts';
import { entryProblems } from '#modules/orders/rules/eligibility.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { fieldId } from '#src/ui/field.tsx';
import { formatCents } from '#src/ui/format.ts';
import { ParticipantFields, type Shared } from './fields.tsx';
import { ChangeButton, KnownPeople } from './offers.tsx';
import type { CompetitionTexts } from './texts.ts';

export function Competition(
  props: Shared & {
    /** The error summary leads here when there are no entries. */
    isFirst: boolean;
    competitionTexts: Record<number, CompetitionTexts>;
    now: Instant;
  },
): ReactElement {
  const { competition, texts, change } = props;
  const own = props.competitionTexts[competition.id];
  const entries = props.teams
    .map((team, teamIndex) => ({ team, teamIndex }))
    .filter(({ team }) => team.competitionId === competition.id);
  const left = availableTickets(competition, props.now, countIn(props.teams, competition.id));
  const few = texts[own?.atThisPrice ? 'fewLeftAtPrice' : 'fewLeft'][left - 1];
  const price = currentPrice(competition, props.now);
  const asTeam = price && teamPrice(competition, price.price);
  const priced = (text: string, cents: Cents) => text.replace('{price}', () => formatCents(cents, props.locale));
  const notes = [
    asTeam && own ? priced(own.pricePerTeam, asTeam) : '',
    price?.onlyBuyableWithVoucher ? texts.voucherOnly : '',
    few ?? '',
  ].filter(Boolean);
  const isSingle = competition.type === 'single';
  const hasBlank = entries.some(({ team }) => team.participants.some(({ localId }) => props.blank.has(localId)));
  const needed = competition.type === 'team' ? Math.max(1, competition.minTeamSize) : 1;
  const people = props.people.filter((person) => mayEnter(props, person));
  const room = texts.mostPeople - props.teams.flatMap(({ participants }) => participants).length;
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
          {/* Announced on change, with the competition's name. */}
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
            {...props}
            people={people}
            team={team}
            teamIndex={teamIndex}
            mayAdd={
              competition.type === 'team' && team.participants.length < competition.maxTeamSize && left > 0 && room > 0
            }
          />
        </div>
      ))}
      {isSingle && room > 0 && left > 0 && !hasBlank ? (
        <KnownPeople people={people} intent={`with:${competition.id}`} texts={texts} change={change} />
      ) : null}
      {room < needed ? (
        <p className="soft">{texts.tooMany}</p>
      ) : left >= needed ? (
        <ChangeButton look="quiet" intent={`add:${competition.id}`} change={change}>
          {entries.length === 0 ? own?.add : own?.addAnother}
        </ChangeButton>
      ) : (
        <p className="soft">
          {left >= 0 && entries.length > 0 ? texts[own?.atThisPrice ? 'noMoreAtPrice' : 'noMore'] : own?.none}
        </p>
      )}
    </section>
  );
}

/** By year of birth and gender; allowed while unknown. */
const mayEnter = (
  { competition, catalog, now }: Pick<Shared, 'competition' | 'catalog'> & { now: Instant },
  { birthDate, gender }: OrderedPerson,
): boolean =>
  entryProblems(competition, catalog.event.timeZone, { birthDate, gender: gender as Gender }, now).every(
    (problem) => problem === 'birthDateMissing',
  );
