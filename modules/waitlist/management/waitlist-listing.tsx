import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import { OpenLink, PostButton } from '#src/ui/form.tsx';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listPath } from '../links.ts';
import { entrySource, type ListedEntry, readListed } from '../read-entries.ts';
import { type EntryState, entryStates, isLive } from '../rules/entry-state.ts';
import { hasSizeLists } from '../rules/sizes.ts';
import { sizeName, wishText } from '../wish-text.ts';

export type AboutWaitlist = ListAbout & { catalog: Catalog; csrfToken: string | null };

const tones: Partial<Record<EntryState, Tone>> = { waiting: 'wait', offered: 'accent', bought: 'good' };
const stateName = (state: string, i18n: Translator): string => i18n.t(`waitlist.state.${state}` as MessageKey);
const eventIdOf = ({ catalog }: AboutWaitlist): number => catalog.event.id;

export const waitlistListing = {
  path: (about) => listPath(eventIdOf(about)),
  file: (about) => ({ path: `${listPath(eventIdOf(about))}/file`, name: 'waitlist', title: about.catalog.event.title }),
  name: () => 'waitlist',
  rowsOnAPage: 50,
  first: { field: 'waitingSince', direction: 'asc' },
  filters: {
    competition: {
      as: 'record',
      label: 'waitlist.form.competition',
      none: 'ui.list.any',
      field: 'competitionId',
      records: ({ catalog }) => catalog.competitions.map(({ id, title }) => ({ id, title })),
    },
    size: {
      as: 'record',
      label: 'waitlist.size.form.competition',
      none: 'ui.list.any',
      field: 'variantId',
      records: ({ catalog }) =>
        catalog.articles
          .filter(hasSizeLists)
          .flatMap((article) =>
            article.variants.map((variant) => ({ id: variant.id, title: sizeName({ article, variant }) })),
          ),
    },
    state: {
      as: 'choice',
      label: 'waitlist.list.state',
      none: 'ui.list.any',
      values: entryStates,
      say: stateName,
    },
  },
  columns: ({ i18n, csrfToken, catalog }) => [
    {
      key: 'email',
      title: i18n.t('waitlist.form.email'),
      heading: true,
      sortable: true,
      text: ({ email }) => email,
    },
    {
      key: 'competition',
      title: i18n.t('waitlist.list.what'),
      cell: (entry) =>
        entry.orderId === null ? (
          wishText(entry, i18n)
        ) : (
          <OpenLink href={`/admin/orders/${entry.orderId}`}>{wishText(entry, i18n)}</OpenLink>
        ),
      text: (entry) => wishText(entry, i18n),
    },
    {
      key: 'places',
      title: i18n.t('waitlist.list.places'),
      align: 'end',
      text: ({ places }) => i18n.number(places),
      typed: { kind: 'number', of: ({ places }) => places },
    },
    {
      key: 'state',
      title: i18n.t('waitlist.list.state'),
      sortable: true,
      cell: ({ state }) => <Badge tone={tones[state] ?? 'neutral'}>{stateName(state, i18n)}</Badge>,
      text: ({ state }) => stateName(state, i18n),
    },
    {
      key: 'waitingSince',
      title: i18n.t('waitlist.list.since'),
      sortable: true,
      text: ({ waitingSince }) => (waitingSince === null ? '' : i18n.shortDateTime(waitingSince)),
    },
    {
      key: 'until',
      title: i18n.t('waitlist.list.until'),
      text: ({ state, offerUntil }) =>
        state === 'offered' && offerUntil !== null ? i18n.shortDateTime(offerUntil) : '',
    },
    {
      key: 'actions',
      title: i18n.t('waitlist.list.actions'),
      cell: (entry) => <Actions {...{ entry, i18n, csrfToken, eventId: catalog.event.id }} />,
    },
  ],
  ...rowsOf((about: AboutWaitlist) => entrySource(eventIdOf(about)), readListed),
  texts: {
    caption: 'waitlist.list.title',
    count: 'waitlist.list.count',
    empty: 'waitlist.list.none',
    emptyFiltered: 'waitlist.list.noMatch',
  },
} as const satisfies Listing<ListedEntry, AboutWaitlist>;

function Actions(props: { entry: ListedEntry; i18n: Translator; csrfToken: string | null; eventId: number }) {
  const { entry, i18n, csrfToken, eventId } = props;
  if (!isLive(entry.state)) return <>–</>;
  const path = `${listPath(eventId)}/${entry.id}`;
  const who = <span className="visually-hidden"> {entry.email}</span>;
  return (
    <div className="row">
      {entry.state === 'waiting' ? (
        <PostButton action={`${path}/offer`} csrfToken={csrfToken} look="quiet" small>
          {i18n.t('waitlist.list.offer')}
          {who}
        </PostButton>
      ) : null}
      <PostButton action={`${path}/remove`} csrfToken={csrfToken} look="quiet" small>
        {i18n.t('waitlist.list.remove')}
        {who}
      </PostButton>
    </div>
  );
}
