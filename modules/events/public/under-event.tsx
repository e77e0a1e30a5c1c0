import type { ReactNode } from 'react';
import type { Reader } from '#src/data/database.ts';
import type { PageCall } from '#src/web/http.ts';
import { catalogOf, eventIdOf } from '../read-catalog.ts';
import type { Catalog } from '../rules/catalog.ts';
import { isPublic } from '../rules/sale.ts';
import { whiteLabelOf } from '../rules/white-label.ts';

/** A page below an event. `tab`: the second part of the window title. */
export function renderUnderEvent(
  call: Pick<PageCall, 'render'>,
  {
    catalog,
    title,
    tab = catalog.event.title,
    withoutQuery = false,
  }: { catalog: Catalog; title: string; tab?: string; withoutQuery?: boolean },
  children: ReactNode,
  status?: Parameters<PageCall['render']>[2],
): Promise<Response> {
  const { event } = catalog;
  return call.render(
    <div className="narrow stack">
      <header className="stack-s">
        <p className="soft">
          <a href={`/events/${event.id}`}>{event.title}</a>
        </p>
        <h1>{title}</h1>
      </header>
      {children}
    </div>,
    {
      title: `${title} · ${tab}`,
      noIndex: true,
      whiteLabel: whiteLabelOf(catalog),
      ...(withoutQuery ? { withoutQuery } : {}),
    },
    status,
  );
}

/**
 * The white label of the page at this path, for pages in front of it such as the login. Null: the product's, also for
 * orders, whose event is not disclosed before login.
 */
export async function whiteLabelAt(reader: Reader, path: string): Promise<ReturnType<typeof whiteLabelOf>> {
  const eventRef = /^\/events\/([^/?#]+)/.exec(path)?.[1];
  const eventId = eventRef ? await eventIdOf(reader, eventRef) : 0;
  const catalog = eventId ? await catalogOf(reader, eventId) : null;
  return catalog && isPublic(catalog.event) ? whiteLabelOf(catalog) : null;
}
