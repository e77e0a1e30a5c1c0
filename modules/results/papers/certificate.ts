import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { renderDocument } from '#src/documents/document.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { RequestedBy } from '#src/runtime/processes/drawer.ts';
import type { Translator } from '#src/texts/locale.ts';
import { accentOnPaper } from '#src/ui/theme.ts';
import type { Board, BoardRow } from '../rules/board.ts';
import { statusText, timeText } from '../words.ts';

const maxSplits = 8;

/** A4. `by`: who requests it. */
export function certificatePdf(
  { fonts }: Pick<Deps, 'fonts'>,
  view: ResultView,
  by: RequestedBy,
): Promise<Uint8Array<ArrayBuffer>> {
  const { event, name, below, competition, figure, ranks } = view;
  const { accent, accentInk } = accentOnPaper(view.accent);
  const data = {
    language: view.language,
    title: `${view.title} – ${name}`,
    author: view.organizer.name,
    ...{ accent, 'accent-ink': accentInk, heading: view.title, name, below, competition, figure, ranks },
    event: event.title,
    place: [event.date, event.place].filter(Boolean).join('  ·  '),
    splits: view.splits.slice(0, maxSplits).map(({ label, value }) => `${label} ${value}`),
    foot: [view.foot],
  };
  return renderDocument(fonts, { template: 'modules/results/papers/certificate.typ', data }, by);
}

type Fact = { label: string; value: string };

export type ResultView = {
  language: 'de' | 'en-US';
  accent: string | null;
  organizer: { name: string };
  brand: string;
  isOwn: boolean;
  event: { title: string; date: string; place: string };
  competition: string;
  name: string;
  below: string | null;
  figure: string;
  figureLabel: string;
  ranks: Fact[];
  splits: Fact[];
  title: string;
  foot: string;
};

/** `name`: for people who see their own hidden result. */
export function resultView(
  {
    catalog,
    competition,
    board,
    row,
  }: { catalog: Catalog; competition: CatalogCompetition; board: Board; row: BoardRow },
  i18n: Translator,
  own?: { name: string; club: string | null; splits: BoardRow['splits'] },
): ResultView {
  const { event, organizers } = catalog;
  const { t } = i18n;
  const label = whiteLabelOf(catalog);
  const organizer = organizers.find(({ isMain }) => isMain) ?? organizers[0] ?? null;
  const isFinisher = row.status === 'finished' && row.timeMs !== null;
  const team = board.teamOf.get(row.id);
  return {
    language: i18n.htmlLang,
    accent: label?.accent ?? organizer?.accentColor ?? null,
    organizer: { name: organizer?.name ?? t('ui.product.name') },
    brand: label?.name ?? t('ui.product.name'),
    isOwn: label === null,
    event: { title: event.title, date: i18n.weekdayDate(competition.timestamp), place: event.location },
    competition: competition.title,
    name: own?.name ?? row.name,
    below: row.team?.name ?? own?.club ?? row.club,
    figure: isFinisher && row.timeMs !== null ? timeText(row.timeMs, board.digits, i18n) : statusText(row.status, i18n),
    figureLabel: t('results.column.time'),
    ranks: [
      ...(row.rank === null ? [] : [{ label: t('results.overall'), value: t('results.rank', { rank: row.rank }) }]),
      ...(row.genderRank === null || row.gender === null
        ? []
        : [{ label: t(`results.gender.${row.gender}`), value: t('results.rank', { rank: row.genderRank }) }]),
      ...(row.classRank === null || row.ageClass === null
        ? []
        : [{ label: row.ageClass, value: t('results.rank', { rank: row.classRank }) }]),
      ...(team ? [{ label: t('results.column.teamRank'), value: t('results.rank', { rank: team.rank }) }] : []),
    ],
    splits: (own?.splits ?? row.splits).map(({ name, timeMs }) => ({
      label: name,
      value: timeText(timeMs, board.digits, i18n),
    })),
    title: t('results.certificate.title'),
    foot: t('results.certificate.foot', {
      organizer: organizer?.name ?? t('ui.product.name'),
      platform: label?.name ?? t('ui.product.name'),
    }),
  };
}
