import * as z from 'zod';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { renderDocument } from '#src/documents/document.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type Starter, startersOf } from '../read-people.ts';
import { refuse } from '../rules/problems.ts';
import { paperSorts, sortPeople } from '../rules/sort.ts';

/** Common label sheets, millimetres on A4. */
export const labelSheets = {
  '3x8': { columns: 3, rows: 8, width: 70, height: 37, gap: 0 },
  '3x7': { columns: 3, rows: 7, width: 63.5, height: 38.1, gap: 2.5 },
  '2x7': { columns: 2, rows: 7, width: 99.1, height: 38.1, gap: 2.5 },
  '2x8': { columns: 2, rows: 8, width: 105, height: 37, gap: 0 },
  '2x4': { columns: 2, rows: 4, width: 105, height: 74, gap: 0 },
} as const;
export type LabelFormat = keyof typeof labelSheets;
export const labelFormats = Object.keys(labelSheets) as [LabelFormat, ...LabelFormat[]];

const flag = z.enum(['true', 'false']).default('false');
const selection = {
  sort: z.enum(paperSorts).default('bib'),
  competitionId: z.coerce.number().int().positive().optional().describe('Omitted: all competitions'),
};

export const listQuery = z.object({
  ...selection,
  split: flag.describe('Whether each competition begins on a new page'),
  withoutBib: flag.describe('Whether to include participants without a bib number'),
});
export const labelsQuery = z
  .object({
    ...selection,
    sheet: z.enum(labelFormats).default('3x8').describe('Columns and rows of labels per sheet'),
    start: z.coerce.number().int().min(1).default(1).describe('First label to use on the first sheet'),
  })
  .refine(({ sheet, start }) => start <= labelSheets[sheet].columns * labelSheets[sheet].rows, {
    path: ['start'],
    error: 'tooLarge',
  });
export type ListOptions = z.output<typeof listQuery>;
export type LabelOptions = z.output<typeof labelsQuery>;

type Call = { deps: Pick<Deps, 'read' | 'fonts' | 'clock'>; catalog: Catalog; i18n: Translator; by: RequestedBy };
type Bytes = Uint8Array<ArrayBuffer>;

async function sortedStarters(
  { deps, catalog }: Call,
  { sort, competitionId }: Pick<ListOptions, 'sort' | 'competitionId'>,
) {
  const all = await startersOf(deps.read, catalog.event.id, true);
  return sortPeople(
    all.filter((person) => competitionId === undefined || person.competitionId === competitionId),
    sort,
  );
}

const titleOf = ({ competitions }: Catalog, competitionId: number): string =>
  competitions.find(({ id }) => id === competitionId)?.title ?? '';

/** Tagging dominates the time for long lists, so longer ones have no tags and do not claim PDF/UA-1. */
const maxTaggedRows = 3000;

/** `Shirt: M`, `2 × Pasta`; the quantity does not wrap. */
const articlesOf = ({ articles }: Starter): string =>
  articles
    .map(
      ({ name, variantName, quantity }) =>
        `${quantity > 1 ? `${quantity}\u00a0×\u00a0` : ''}${name}${variantName ? `: ${variantName}` : ''}`,
    )
    .join(', ');

/** @throws Problem NO_STARTERS */
export async function listPdf(call: Call, options: ListOptions): Promise<Bytes> {
  const { deps, catalog, i18n } = call;
  const listed = (await sortedStarters(call, options)).filter(
    ({ bib }) => bib !== null || options.withoutBib === 'true',
  );
  if (listed.length === 0) return refuse('NO_STARTERS');
  const isSplit = options.split === 'true';
  const isOfOne = options.competitionId !== undefined || isSplit;
  const hasWaves = listed.some(({ wave }) => wave);
  const hasTeams = listed.some(({ teamName }) => teamName);
  const hasArticles = listed.some(({ articles }) => articles.length > 0);
  const row = (person: Starter): string[] => [
    person.bib ?? '',
    `${person.lastName}, ${person.firstName}`,
    person.birthDate?.slice(0, 4) ?? '',
    person.gender ? i18n.t(`bibs.paper.gender.${person.gender}`) : '',
    person.club ?? '',
    ...(isOfOne ? [] : [titleOf(catalog, person.competitionId)]),
    ...(hasWaves ? [person.wave ?? ''] : []),
    ...(hasTeams ? [person.teamName ?? ''] : []),
    ...(hasArticles ? [articlesOf(person)] : []),
  ];
  const column = (name: string, share: number) => ({
    title: i18n.t(`bibs.paper.${name}` as 'bibs.paper.name'),
    share,
  });
  const groups = isSplit
    ? catalog.competitions.map(({ id }) => ({ id, people: listed.filter((person) => person.competitionId === id) }))
    : [{ id: options.competitionId, people: listed }];
  const data = {
    language: i18n.htmlLang,
    author: i18n.t('ui.product.name'),
    title: i18n.t('bibs.paper.list', { event: catalog.event.title }),
    lead: i18n.t('bibs.paper.asOf', { when: i18n.shortDateTime(deps.clock()) }),
    columns: [
      column('bib', 7),
      column('name', 26),
      column('year', 9),
      column('gender', 5),
      column('club', 20),
      ...(isOfOne ? [] : [column('competition', 16)]),
      ...(hasWaves ? [column('wave', 12)] : []),
      ...(hasTeams ? [column('team', 13)] : []),
      ...(hasArticles ? [column('articles', 18)] : []),
    ],
    groups: groups
      .filter((group) => group.people.length > 0)
      .map((group) => ({
        title: group.id === undefined ? '' : titleOf(catalog, group.id),
        rows: group.people.map(row),
      })),
    foot: i18n.t('bibs.paper.page', { page: '{page}', pages: '{pages}' }),
  };
  const isTagged = listed.length <= maxTaggedRows;
  return renderDocument(deps.fonts, { template: 'modules/bibs/papers/start-list.typ', data, isTagged }, call.by);
}

/** One label per person with a number. @throws Problem NO_STARTERS */
export async function labelsPdf(call: Call, options: LabelOptions): Promise<Bytes> {
  const { deps, catalog, i18n } = call;
  const listed = (await sortedStarters(call, options)).filter(({ bib }) => bib !== null);
  if (listed.length === 0) return refuse('NO_STARTERS');
  const data = {
    language: i18n.htmlLang,
    author: i18n.t('ui.product.name'),
    title: i18n.t('bibs.paper.labels', { event: catalog.event.title }),
    sheet: labelSheets[options.sheet],
    skip: options.start - 1,
    labels: listed.map((person) => ({
      figure: person.bib ?? '',
      lines: [
        person.lastName,
        person.firstName,
        titleOf(catalog, person.competitionId),
        person.club ?? person.teamName ?? '',
        articlesOf(person),
      ].filter((line) => line !== ''),
    })),
  };
  const isTagged = listed.length <= maxTaggedRows;
  return renderDocument(deps.fonts, { template: 'modules/bibs/papers/labels.typ', data, isTagged }, call.by);
}
