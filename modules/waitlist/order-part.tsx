import type { ReactElement } from 'react';
import { type OrderRecord, participantsOf } from '#modules/orders/index.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Translator } from '#src/platform/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { entryPath } from './links.ts';
import { openSizesOf } from './open-sizes.ts';
import { positionOf, sizeEntriesOf } from './read-entries.ts';
import { isLive } from './rules/entry-state.ts';
import type { Entry } from './schema.ts';
import { sizePath } from './size-links.ts';
import { sizeName } from './wish-text.ts';

type Waits = { entry: Entry; position: number | null };
type Line = { key: string; size: string; name: string; href: string; waits: Waits | null };

/** On the page of an order: which sold-out sizes its people can wait for, and how far they are. */
export async function orderWaitlistPart(
  deps: Pick<Deps, 'read' | 'clock' | 'signer'>,
  order: OrderRecord,
  words: Translator,
  link: URLSearchParams | null,
): Promise<ReactElement | null> {
  const open = await openSizesOf(deps.read, order, deps.clock());
  if (order.event.offerHours === null) return null;
  const live = (await sizeEntriesOf(deps.read, order.id)).filter(({ state }) => isLive(state));
  const waiting = new Map<string, Waits>();
  for (const entry of live)
    waiting.set(`${entry.participantId}-${entry.variantId}`, { entry, position: await positionOf(deps.read, entry) });
  const lines = open.map(({ participantId, name, article, variant }): Line => {
    const key = `${participantId}-${variant.id}`;
    const waits = waiting.get(key) ?? null;
    const href = waits
      ? entryPath(deps, waits.entry)
      : sizePath({ orderId: order.id, participantId, variantId: variant.id }, link);
    return { key, size: sizeName({ article, variant }), name, href, waits };
  });
  if (lines.length === 0) return null;
  const isAlone = participantsOf(order).length === 1;
  return (
    <Card title={words.t('waitlist.order.title')}>
      <p className="soft">{words.t('waitlist.order.text')}</p>
      <ul className="document-list">
        {lines.map(({ key, size, name, href, waits }) => (
          <li key={key}>
            <a href={href}>
              {words.t(`waitlist.order.${waits ? 'waits' : 'wait'}${isAlone ? '' : 'For'}`, { size, name })}
            </a>
            {waits ? <span className="soft"> {stateText(waits, words)}</span> : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}

const stateText = ({ entry, position }: Waits, words: Translator): string =>
  position === null ? words.t(`waitlist.state.${entry.state}`) : words.t('waitlist.order.position', { position });
