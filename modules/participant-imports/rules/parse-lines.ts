import { readGender } from '#modules/accounts/rules/read-gender.ts';
import { parseAnswer } from '#modules/events/rules/answers.ts';
import type { Catalog, CatalogArticle, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { DraftArticle, DraftParticipant } from '#modules/orders/rules/draft.ts';
import { fieldsFor } from '#modules/orders/rules/entry-check.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { eachField, isParticipantField, type ParticipantField, specOf } from '#modules/orders/rules/participant.ts';
import { countryOf } from '#modules/timing/rules/nations.ts';
import type { Cents } from '#src/kernel/money.ts';
import { dayInCell, type Locale, readCents } from '#src/ui/format.ts';
import type { ImportField } from './fields.ts';
import type { FileRow } from './line.ts';

/** Why a cell cannot be used; a message below `participantImports.error.`, with the cell's text. */
export type CellError = {
  field: string;
  error: 'competition' | 'competitionMissing' | 'gender' | 'country' | 'variant' | 'quantity' | 'notOffered' | 'amount';
  text: string;
};

/** A line as a person: texts as a form would hold them. */
export type ParsedLine = {
  line: number;
  competition: CatalogCompetition | null;
  teamName: string;
  person: DraftParticipant;
  errors: CellError[];
};
/** People who enter together: a team, or one person alone. */
export type Entry = { competition: CatalogCompetition | null; teamName: string; lines: ParsedLine[] };

type Reading = {
  catalog: Catalog;
  /** The field of each column. */
  fields: readonly (ImportField | null)[];
  locale: Locale;
  /** Codes by folded country name. */
  countries: ReadonlyMap<string, string>;
};

const maxCellLength = 5000;

export function parseLine({ line, cells }: FileRow, reading: Reading): ParsedLine {
  const { catalog, fields, locale } = reading;
  const cellOf = (key: string): string => {
    const at = fields.findIndex((field) => field?.key === key);
    return at < 0 ? '' : (cells[at] ?? '').trim().slice(0, maxCellLength);
  };
  const errors: CellError[] = [];
  const localId = `line-${line}`;
  const competition = competitionIn(cellOf('competition'), catalog, errors);
  const data = eachField((name) => fieldText(name, cellOf(name), reading, errors));
  const questions: Record<string, string> = {};
  const articles: DraftArticle[] = [];
  for (const field of fields) {
    const cell = field ? cellOf(field.key) : '';
    if (!field || cell === '') continue;
    if ('question' in field) {
      const { question } = field;
      const text = question.type === 'date' ? dayInCell(cell, locale) : cell;
      questions[question.id] = parseAnswer(question, text, locale);
    }
    if ('article' in field)
      articles.push(...choicesIn(cell, field.article, { localId, locale, competition, key: field.key }, errors));
  }
  return {
    line,
    competition,
    teamName: cellOf('team'),
    person: { localId, ...data, fields: answersFor(questions, catalog, competition), articles },
    errors,
  };
}

/** Answers to questions that the competition does not ask are left out. */
function answersFor(answers: Record<string, string>, catalog: Catalog, competition: CatalogCompetition | null) {
  if (!competition) return answers;
  const ids = new Set(fieldsFor(catalog, competition.id).map(({ id }) => String(id)));
  return Object.fromEntries(Object.entries(answers).filter(([id]) => ids.has(id)));
}

function fieldText(name: ParticipantField, cell: string, { locale, countries }: Reading, errors: CellError[]): string {
  const { kind, options } = specOf(name);
  if (cell === '') return '';
  if (kind === 'date') return dayInCell(cell, locale);
  if (kind === 'country') {
    const code =
      countryOf(cell, 'iso2') ?? countryOf(cell, 'ioc') ?? countryOf(cell, 'iso3') ?? countries.get(foldedName(cell));
    if (code === undefined) errors.push({ field: name, error: 'country', text: cell });
    return code ?? '';
  }
  if (kind !== 'choice') return cell;
  const gender = options?.find((option) => option === cell) ?? readGender(cell);
  if (gender === null) errors.push({ field: name, error: 'gender', text: cell });
  return gender ?? '';
}

/** By title or number. An event with one competition needs no column. */
function competitionIn(cell: string, { competitions }: Catalog, errors: CellError[]): CatalogCompetition | null {
  if (cell === '') {
    const [only, other] = competitions;
    if (only && !other) return only;
    errors.push({ field: 'competition', error: 'competitionMissing', text: '' });
    return null;
  }
  const found =
    competitions.find(({ title }) => foldedName(title) === foldedName(cell)) ??
    competitions.find(({ id }) => String(id) === cell);
  if (!found) errors.push({ field: 'competition', error: 'competition', text: cell });
  return found ?? null;
}

const declined = /^(0|-|–|—|nein|no|n|keine?s?|none)$/i;
const accepted = /^(ja|j|yes|y|x)$/i;
const maxPieces = 999;

/** `M`, `2 x M`, `M, 2 x L`; a number or yes where there is one variant; an amount for a donation. */
function choicesIn(
  cell: string,
  article: CatalogArticle,
  at: { localId: string; locale: Locale; competition: CatalogCompetition | null; key: string },
  errors: CellError[],
): DraftArticle[] {
  const refused = (error: CellError['error'], text = cell): [] => {
    errors.push({ field: at.key, error, text });
    return [];
  };
  if (declined.test(cell)) return [];
  const { competition } = at;
  const isOffered =
    article.competitionIds.length === 0 || !competition || article.competitionIds.includes(competition.id);
  if (!isOffered) return refused('notOffered');
  const choice = (variantId: number, quantity: number, unitPrice: Cents | null = null): DraftArticle => ({
    uniqueLocalId: `${at.localId}-${variantId}`,
    ...{ articleId: article.id, variantId, quantity, unitPrice },
  });
  const [first, second] = article.variants;
  if (article.type === 'donation') {
    const amount = readCents(cell, at.locale);
    return first && amount !== null && amount > 0 ? [choice(first.id, 1, amount)] : refused('amount');
  }
  const parts = cell.split(/\s*[,;+]\s*/).filter((part) => part !== '');
  const pieces = new Map<number, number>();
  for (const part of parts) {
    const whole = article.variants.find(({ name }) => foldedName(name) === foldedName(part));
    const [, count = '1', named = part] = /^(\d{1,4})\s*(?:[x×*]\s*|\s)(.+)$/i.exec(part) ?? [];
    const isOne = first && !second;
    const variant =
      whole ??
      article.variants.find(({ name }) => foldedName(name) === foldedName(named)) ??
      (isOne && (accepted.test(part) || /^\d+$/.test(part)) ? first : undefined);
    if (!variant) return refused('variant', part);
    const quantity = whole ? 1 : isOne && /^\d+$/.test(part) ? Number(part) : Number(count);
    if (quantity < 1 || quantity > maxPieces) return refused('quantity', part);
    pieces.set(variant.id, (pieces.get(variant.id) ?? 0) + quantity);
  }
  return [...pieces].map(([variantId, quantity]) => choice(variantId, quantity));
}

/** Lines of one team form one entry where its first line stands. A person alone is an entry. */
export function entriesOf(lines: readonly ParsedLine[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const parsed of lines) {
    const { competition, teamName, line } = parsed;
    const isTeam = competition?.type === 'team' && !competition.sharedTeam;
    const key = isTeam && teamName !== '' ? `${competition.id}|${foldedName(teamName)}` : `line|${line}`;
    const entry = entries.get(key);
    if (entry) entry.lines.push(parsed);
    else entries.set(key, { competition, teamName: isTeam ? teamName : '', lines: [parsed] });
  }
  return [...entries.values()];
}

/** The control of a draft as the field of a column: `teams[0].participants[1].fields.12` is `question:12`. */
export function fieldOfControl(control: string): { index: number | null; field: string } {
  const [, index, name = ''] = /participants\[(\d+)\]\.?(.*)$/.exec(control) ?? [];
  if (index === undefined) return { index: null, field: control.endsWith('teamName') ? 'team' : '' };
  const field = name.replace(/^fields\./, 'question:');
  return { index: Number(index), field: isParticipantField(field) || field.includes(':') ? field : '' };
}
