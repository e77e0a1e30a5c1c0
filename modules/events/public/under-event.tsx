import type { ReactNode } from 'react';
import type { PageCall } from '#src/web/http.ts';
import type { Catalog } from '../rules/catalog.ts';
import { whiteLabelOf } from '../rules/white-label.ts';

/** A page about something of an event, under its name. `tab`: what the window is called by, beside the title. */
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
