import type { ReactElement } from 'react';
import { catalogOf } from '#modules/events/index.ts';
import { nameOf, type OrderRecord, participantsOf } from '#modules/orders/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { entryPath, sizePath } from './links.ts';
import { positionOf, sizeEntriesOf } from './read-entries.ts';
import { isLive } from './rules/entry-state.ts';
import { hasSizeLists } from './rules/sizes.ts';
import { isForSize, type SizeEntry } from './schema.ts';
import { type OpenSize, openSizesOf } from './size-api.ts';
import { describeWish, sizeName } from './wish-text.ts';

export async function orderWaitlistPart(
  deps: Pick<Deps, 'read' | 'clock' | 'signer'>,
  order: OrderRecord,
  i18n: Translator,
  link: URLSearchParams | null,
): Promise<ReactElement | null> {
  if (order.event.offerHours === null) return null;
  const catalog = await catalogOf(deps.read, order.eventId);
  if (!catalog?.articles.some(hasSizeLists)) return null;
  const live = (await sizeEntriesOf(deps.read, order.id)).filter(isForSize).filter(({ state }) => isLive(state));
  const isWaitedFor = ({ participantId, variant }: OpenSize) =>
    live.some((entry) => entry.participantId === participantId && entry.variantId === variant.id);
  const open = (await openSizesOf(deps.read, order, deps.clock())).filter((size) => !isWaitedFor(size));
  if (live.length === 0 && open.length === 0) return null;
  const people = participantsOf(order);
  const positions = new Map<SizeEntry, number | null>();
  for (const entry of live) positions.set(entry, await positionOf(deps.read, entry));
  return (
    <Card title={i18n.t('waitlist.order.title')}>
      <p className="soft">{i18n.t(open.length > 0 ? 'waitlist.order.text' : 'waitlist.order.more')}</p>
      <ul className="document-list">
        {live.map((entry) => {
          const person = people.find(({ id }) => id === entry.participantId);
          const values = { size: describeWish(catalog, entry, i18n), name: person ? nameOf(person) : '' };
          return (
            <li key={entry.id}>
              <a href={entryPath(deps, entry)}>
                {i18n.t(people.length === 1 ? 'waitlist.order.waits' : 'waitlist.order.waitsFor', values)}
              </a>
              <span className="soft"> {stateText(entry, positions.get(entry) ?? null, i18n)}</span>
            </li>
          );
        })}
        {[...Map.groupBy(open, ({ variant }) => variant.id).values()].map((sizes) => (
          <OneSize key={sizes[0]?.variant.id} {...{ sizes, i18n, link, orderId: order.id, people: people.length }} />
        ))}
      </ul>
    </Card>
  );
}

function OneSize(props: {
  sizes: readonly OpenSize[];
  i18n: Translator;
  link: URLSearchParams | null;
  orderId: number;
  people: number;
}): ReactElement | null {
  const { sizes, i18n, link, orderId, people } = props;
  const [first] = sizes;
  if (!first) return null;
  const size = sizeName(first);
  const hrefOf = ({ participantId, variant }: OpenSize) =>
    sizePath({ orderId, participantId, variantId: variant.id }, link);
  if (people === 1)
    return (
      <li>
        <a href={hrefOf(first)}>{i18n.t('waitlist.order.wait', { size })}</a>
      </li>
    );
  return (
    <li>
      {i18n.t('waitlist.order.waitFor', { size })}{' '}
      {sizes.map((each, at) => (
        <span key={each.participantId}>
          {at > 0 ? ', ' : ''}
          <a href={hrefOf(each)}>{each.name}</a>
        </span>
      ))}
    </li>
  );
}

const stateText = ({ state }: SizeEntry, position: number | null, i18n: Translator): string =>
  position === null ? i18n.t(`waitlist.state.${state}`) : i18n.t('waitlist.order.position', { position });
