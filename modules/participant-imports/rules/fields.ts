import type { Catalog, CatalogArticle, CatalogFormField } from '#modules/events/rules/catalog.ts';
import { askedFields, type ParticipantField } from '#modules/orders/rules/participant.ts';
import { doubledField, plainHead } from '#src/kernel/column-heads.ts';

/** What a column may hold: a participant field, `competition`, `team`, `question:12`, `article:3`, or `ignored`. */
export type ImportField =
  | { key: ParticipantField | 'competition' | 'team' }
  | { key: string; question: CatalogFormField }
  | { key: string; article: CatalogArticle };

export const ignoredColumn = 'ignored';

/** Heads of other programs, German and English. */
const usualHeads: Readonly<Record<ParticipantField | 'competition' | 'team', string>> = {
  firstName: 'vorname firstname givenname forename first rufname',
  lastName: 'nachname familienname lastname surname familyname zuname last name',
  birthDate: 'geburtsdatum geburtstag geboren geb gebdatum birthdate dateofbirth dob born birthday',
  gender: 'geschlecht gender sex mw wm',
  nationalityCountryCode: 'nation nationalitat nationality staatsburgerschaft staatsangehorigkeit land country',
  email: 'email emailadresse mail mailadresse emailaddress',
  club: 'verein club team teamverein schule school firma',
  competition: 'bewerb wettbewerb competition strecke distance distanz lauf race contest paket package kategorie',
  team: 'team teamname mannschaft staffel gruppe group klasse',
};

/** The fields of an event in the order of the template. Fields that the event does not ask are left out. */
export function importFields(
  catalog: Pick<Catalog, 'event' | 'competitions' | 'formFields' | 'articles'>,
): ImportField[] {
  const names = askedFields(catalog.event, catalog.competitions);
  const hasTeams = catalog.competitions.some(({ type }) => type === 'team');
  return [
    ...names.map((key) => ({ key })),
    { key: 'competition' },
    ...(hasTeams ? [{ key: 'team' } as const] : []),
    ...[...catalog.formFields]
      .sort((a, b) => a.formFieldOrder - b.formFieldOrder || a.id - b.id)
      .map((question) => ({ key: `question:${question.id}`, question })),
    ...catalog.articles
      .filter(({ variants }) => variants.length > 0)
      .map((article) => ({ key: `article:${article.id}`, article })),
  ];
}

/** Heads by which a field is recognized, the surest first. */
export function headsOf(field: ImportField): string[] {
  if ('question' in field) return Object.values(field.question.name).map(plainHead);
  if ('article' in field) return [plainHead(field.article.name)];
  return usualHeads[field.key].split(' ');
}

/** The head without what follows in brackets: the template names the possible values there. */
const plainHeads = (head: string): string[] =>
  [...new Set([head, head.replace(/\s*[([].*$/, '')].map(plainHead))].filter((each) => each !== '');

/** The field of each column by its head; null: unknown. An event's own question goes before a usual head. */
export function recognizedFields(heads: readonly string[], fields: readonly ImportField[]): (string | null)[] {
  const named = heads.map(plainHeads);
  const found = named.map((each): string | null =>
    each.some((head) => reasonHeads.includes(head)) ? ignoredColumn : null,
  );
  const isOwn = (field: ImportField) => 'question' in field || 'article' in field;
  // An event may ask for the club or the school itself.
  const isLate = ({ key }: ImportField) => key === 'club' || key === 'team';
  const inOrder = [
    ...fields.filter((field) => !isOwn(field) && !isLate(field)),
    ...fields.filter(isOwn),
    ...fields.filter(isLate),
  ];
  const rank = (field: ImportField, at: number) => headsOf(field).findIndex((head) => named[at]?.includes(head));
  for (const field of inOrder) {
    if (found.includes(field.key)) continue;
    const places = heads.map((_, at) => at).filter((at) => found[at] === null && rank(field, at) >= 0);
    const [first] = places.sort((a, b) => rank(field, a) - rank(field, b));
    if (first !== undefined) found[first] = field.key;
  }
  return found;
}

/** The column with the reasons in a file of refused lines. */
const reasonHeads = ['grund', 'reason'];

export type ColumnsFault = 'unknown' | 'twice' | 'noNames';

/** What is wrong with chosen columns; null: nothing. */
export function columnsFault(chosen: readonly (string | null)[], fields: readonly ImportField[]): ColumnsFault | null {
  const known = new Set([ignoredColumn, ...fields.map(({ key }) => key)]);
  if (chosen.some((field) => field !== null && !known.has(field))) return 'unknown';
  if (doubledField(chosen, [ignoredColumn])) return 'twice';
  return chosen.includes('firstName') && chosen.includes('lastName') ? null : 'noNames';
}
