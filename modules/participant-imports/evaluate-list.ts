import * as z from 'zod';
import { saleFor } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { withMembers } from '#modules/member-lists/index.ts';
import { afterBooking, competitionTexts, errorTexts, registeredAlready } from '#modules/orders/index.ts';
import { type BookingTeam, bookingSchema } from '#modules/orders/rules/booking.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { basketOfDraft, draftErrors, draftErrorText } from '#modules/orders/rules/draft-check.ts';
import { completeBasket } from '#modules/orders/rules/entry-check.ts';
import { personIdentity } from '#modules/orders/rules/identity.ts';
import { dataOf, dataOfInput } from '#modules/orders/rules/participant.ts';
import type { Quote } from '#modules/orders/rules/pricing.ts';
import { quote } from '#modules/orders/rules/quote.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { parseDate } from '#src/ui/format.ts';
import { fieldErrorText, problemText } from '#src/web/forms/refusal.ts';
import { type ImportField, importFields } from './rules/fields.ts';
import type { FileRow, LineRecord } from './rules/line.ts';
import {
  type CellError,
  type Entry,
  entriesOf,
  fieldOfControl,
  type ParsedLine,
  parseLine,
} from './rules/parse-lines.ts';
import { countryNames, fieldLabel } from './texts.ts';

export type Evaluation = {
  lines: LineRecord[];
  /** The new people, as they are booked. */
  teams: BookingTeam[];
  /** Null: there is nothing to book; `refusal` says why if it is not a matter of single lines. */
  quote: Quote | null;
  refusal: Problem | null;
};
type Asker = {
  /** The buyer of a group registration; null: the organizer, who is not limited. */
  buyer: Viewer | null;
  clientAddress: string;
  i18n: Translator;
  now: Instant;
};

const entriesPerTurn = 50;
const nothingElse = {
  appliedVouchers: [],
  cancellationProtections: [],
  contactAddress: null,
  deliveryAddress: null,
  invoiceAddress: null,
};

/** Decides each line of a list by the rules of a booking. Books nothing. */
export async function evaluateList(
  { read, config }: Pick<Deps, 'read' | 'config'>,
  catalog: Catalog,
  { rows, fields: chosen }: { rows: readonly FileRow[]; fields: readonly (string | null)[] },
  { buyer, clientAddress, i18n, now }: Asker,
): Promise<Evaluation> {
  const known = importFields(catalog);
  const fields = chosen.map((key) => known.find((field) => field.key === key) ?? null);
  const reading = { catalog, fields, locale: i18n.locale, countries: countryNames(i18n) };
  const parsed = rows.map((row) => parseLine(row, reading));
  const identified = parsed.flatMap((line) =>
    line.competition ? { line: line.line, competitionId: line.competition.id, identity: identityOf(line, i18n) } : [],
  );
  const registered = new Set((await registeredAlready(read, identified)).map(({ line }) => line));
  const sale = await saleFor(read, catalog, buyer, now);
  const judge = new Judge(sale, known, registered, i18n, now);
  for (const [at, entry] of entriesOf(parsed).entries()) {
    judge.decide(entry);
    if (at % entriesPerTurn === entriesPerTurn - 1) await yieldToEventLoop();
  }
  const { teams } = judge;
  const lines = parsed.map((line) => judge.recordOf(line));
  if (teams.length === 0) return { lines, teams, quote: null, refusal: null };
  try {
    const basket = completeBasket(sale, { ...nothingElse, teams });
    const asker = buyer && { visitId: buyer.visitId, clientAddress, limitFactor: config.limitFactor };
    const withDiscounts = await withMembers(read, sale, () => basket.teams, { asker, enterer: buyer ?? 'desk', now });
    return { lines, teams, quote: quote(withDiscounts, basket, [], now), refusal: null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { lines, teams, quote: null, refusal: error };
  }
}

const readDateIn = (i18n: Translator) => (text: string) => parseDate(text, i18n.locale);

function identityOf({ person }: ParsedLine, i18n: Translator): string | null {
  return personIdentity(dataOfInput(person, readDateIn(i18n)));
}

/** One list. Each entry is decided against the stock that the entries before it leave. */
class Judge {
  readonly teams: BookingTeam[] = [];
  readonly #problems = new Map<ParsedLine, string[]>();
  readonly #duplicates = new Map<ParsedLine, string>();
  readonly #lineOfPerson = new Map<string, number>();
  /** One booking never mixes prices of a competition. */
  readonly #priceOf = new Map<number, number>();
  #left: Catalog;

  constructor(
    private readonly catalog: Catalog,
    private readonly fields: readonly ImportField[],
    private readonly registered: ReadonlySet<number>,
    private readonly i18n: Translator,
    private readonly now: Instant,
  ) {
    this.#left = catalog;
  }

  decide(entry: Entry): void {
    const { competition, lines } = entry;
    for (const line of lines) {
      for (const error of line.errors) this.#refuse(line, this.#cellText(error));
      this.#noteDuplicate(line);
    }
    if (!competition) return;
    const team: DraftTeam = {
      localId: `team-${lines[0]?.line}`,
      competitionId: competition.id,
      teamName: entry.teamName,
      participants: lines.map(({ person }) => person),
    };
    this.#check(entry, competition, team);
    const wrong = lines.filter((line) => this.#problems.has(line) || this.#duplicates.has(line));
    if (wrong.length > 0) {
      const numbers = wrong.map(({ line }) => line).join(', ');
      for (const line of lines)
        if (!wrong.includes(line))
          this.#refuse(line, this.i18n.t('participantImports.error.teamMate', { lines: numbers }));
      return;
    }
    this.#price(entry, competition, team);
  }

  recordOf(parsed: ParsedLine): LineRecord {
    const errors = this.#problems.get(parsed) ?? [];
    const duplicate = this.#duplicates.get(parsed);
    const { line, competition, teamName, person } = parsed;
    return {
      line,
      outcome: duplicate ? 'duplicate' : errors.length > 0 ? 'refused' : 'new',
      errors: duplicate ? [duplicate, ...errors] : errors,
      participant: {
        ...dataOf({ ...person, ...dataOfInput(person, readDateIn(this.i18n)) }),
        competitionId: competition?.id ?? null,
        teamName: teamName || null,
      },
    };
  }

  #refuse(line: ParsedLine, text: string): void {
    const texts = this.#problems.get(line) ?? [];
    if (!texts.includes(text)) this.#problems.set(line, [...texts, text]);
  }

  #noteDuplicate(line: ParsedLine): void {
    const identity = identityOf(line, this.i18n);
    if (identity === null || !line.competition) return;
    const key = `${line.competition.id}|${identity}`;
    const earlier = this.#lineOfPerson.get(key);
    if (this.registered.has(line.line)) this.#duplicates.set(line, this.i18n.t('participantImports.error.registered'));
    else if (earlier !== undefined)
      this.#duplicates.set(line, this.i18n.t('participantImports.error.twice', { line: earlier }));
    else this.#lineOfPerson.set(key, line.line);
  }

  #check({ lines }: Entry, competition: CatalogCompetition, team: DraftTeam): void {
    const { catalog, i18n, now } = this;
    const texts = { ...errorTexts(i18n), ...competitionTexts(competition, i18n, now).errors };
    const isNameless = competition.type === 'team' && team.teamName === '' && !competition.sharedTeam;
    for (const [control, { error, count }] of Object.entries(draftErrors(catalog, [team], readDateIn(i18n), now))) {
      const { index, field } = fieldOfControl(control);
      const text =
        error === 'teamSize' && isNameless
          ? i18n.t('participantImports.error.teamMissing')
          : draftErrorText(texts, error).replace('{count}', String(count ?? ''));
      // A cell that could not be read is empty here.
      for (const line of index === null ? lines : lines.slice(index, index + 1))
        if (!line.errors.some((each) => each.field === field)) this.#refuse(line, this.#labelled(field, text));
    }
  }

  #price({ lines }: Entry, competition: CatalogCompetition, draft: DraftTeam): void {
    const { catalog, i18n, now } = this;
    const drafted = basketOfDraft(catalog, { teams: [draft], protectionIds: [] }, readDateIn(i18n));
    const checked = z.safeParse(bookingSchema.shape.teams, drafted.teams);
    if (!checked.success) {
      // Rules of the booking that a form does not check, such as web addresses in names.
      for (const { path, message } of checked.error.issues) {
        const [, kind, index, field] = path;
        for (const line of kind === 'participants' ? lines.slice(Number(index), Number(index) + 1) : lines)
          this.#refuse(
            line,
            this.#labelled(kind === 'teamName' ? 'team' : String(field), fieldErrorText(message, i18n)),
          );
      }
      return;
    }
    const priceId = this.#priceOf.get(competition.id) ?? null;
    const teams = completeBasket(catalog, { ...nothingElse, teams: checked.data }).teams.map((team) => ({
      ...team,
      participants: team.participants.map((person) => ({ ...person, competitionPriceId: priceId })),
    }));
    try {
      const priced = quote(this.#left, { ...nothingElse, teams }, [], now);
      this.#left = afterBooking(this.#left, priced);
      for (const { competitionId, competitionPriceId } of priced.tickets)
        this.#priceOf.set(competitionId, competitionPriceId);
      this.teams.push(...checked.data);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      for (const line of lines) this.#refuse(line, this.#problemOf(error));
    }
  }

  #problemOf({ code, details }: Problem): string {
    const article = this.catalog.articles.find(({ id }) => id === details.articleId);
    const isDonation = JSON.stringify(details.fields ?? {}).includes('"donation"');
    if (isDonation) return this.i18n.t('participantImports.error.amountLimits');
    const text = problemText(this.i18n, code, { details });
    return article ? `${article.name}: ${text}` : text;
  }

  #cellText({ field, error, text }: CellError): string {
    const key: MessageKey = `participantImports.error.${error}`;
    return this.#labelled(field, this.i18n.t(key, { text: text.slice(0, 80) }));
  }

  #labelled(key: string, text: string): string {
    const field = this.fields.find((each) => each.key === key);
    return field ? `${fieldLabel(field, this.i18n)}: ${text}` : text;
  }
}
