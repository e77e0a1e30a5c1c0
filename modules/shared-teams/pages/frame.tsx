import type { ReactNode } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import type { PageCall } from '#src/platform/http.ts';

/** A page about a team, under the name of its event. */
export function inFrame(
  call: Pick<PageCall, 'render'>,
  { catalog, title, withoutQuery = false }: { catalog: Catalog; title: string; withoutQuery?: boolean },
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
      title: `${title} · ${event.title}`,
      noIndex: true,
      whiteLabel: whiteLabelOf(catalog),
      ...(withoutQuery ? { withoutQuery } : {}),
    },
    status,
  );
}
