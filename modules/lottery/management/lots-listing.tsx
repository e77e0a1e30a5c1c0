import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { managePath } from '../links.ts';
import { type ListedLot, lotSource, readListedLots } from '../read-lotteries.ts';
import { type LotState, lotStates } from '../rules/lottery.ts';
import type { Lottery } from '../schema.ts';

export type AboutLots = ListAbout & { catalog: Catalog; lotteries: readonly Lottery[] };

const tones: Partial<Record<LotState, Tone>> = { in: 'accent', drawn: 'good', asked: 'wait' };
const stateName = (state: string, i18n: Translator): string => i18n.t(`lottery.state.${state}` as MessageKey);
const eventIdOf = ({ catalog }: AboutLots): number => catalog.event.id;
const figure = (value: number | null, i18n: Translator): string => (value === null ? '–' : i18n.number(value));

export const lotsListing = {
  path: (about) => managePath(eventIdOf(about)),
  file: (about) => ({ path: `${managePath(eventIdOf(about))}/file`, name: 'lots', title: about.catalog.event.title }),
  name: () => 'lots',
  rowsOnAPage: 50,
  first: { field: 'rank', direction: 'asc' },
  filters: {
    draw: {
      as: 'record',
      label: 'lottery.lot.at',
      none: 'ui.list.any',
      field: 'lotteryId',
      records: ({ catalog, lotteries, i18n }) =>
        lotteries.map(({ id, competitionId, drawsAt }) => ({
          id,
          title: [catalog.competitions.find((each) => each.id === competitionId)?.title, i18n.shortDateTime(drawsAt)]
            .filter(Boolean)
            .join(', '),
        })),
    },
    state: { as: 'choice', label: 'lottery.manage.state', none: 'ui.list.any', values: lotStates, say: stateName },
  },
  columns: ({ i18n }) => [
    { key: 'email', title: i18n.t('lottery.form.email'), heading: true, sortable: true, text: ({ email }) => email },
    { key: 'competition', title: i18n.t('lottery.form.competition'), text: ({ competition }) => competition },
    {
      key: 'places',
      title: i18n.t('lottery.form.places'),
      align: 'end',
      sortable: true,
      text: ({ places }) => i18n.number(places),
      typed: { kind: 'number', of: ({ places }) => places },
    },
    {
      key: 'state',
      title: i18n.t('lottery.manage.state'),
      sortable: true,
      cell: ({ state }) => <Badge tone={tones[state] ?? 'neutral'}>{stateName(state, i18n)}</Badge>,
      text: ({ state }) => stateName(state, i18n),
    },
    {
      key: 'number',
      title: i18n.t('lottery.lot.number'),
      align: 'end',
      sortable: true,
      text: ({ number }) => figure(number, i18n),
    },
    {
      key: 'rank',
      title: i18n.t('lottery.lot.rank'),
      align: 'end',
      sortable: true,
      text: ({ rank }) => figure(rank, i18n),
    },
  ],
  ...rowsOf((about: AboutLots) => lotSource(eventIdOf(about)), readListedLots),
  texts: {
    caption: 'lottery.list.title',
    count: 'lottery.list.count',
    empty: 'lottery.list.none',
    emptyFiltered: 'lottery.list.noMatch',
  },
} as const satisfies Listing<ListedLot, AboutLots>;
