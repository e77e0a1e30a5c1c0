import type { ReactElement, ReactNode } from 'react';
import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert } from '#src/ui/display.tsx';

export function ListHead(props: {
  event: CatalogEvent;
  title: string;
  lead?: ReactNode;
  isPreview: boolean;
  i18n: Translator;
}): ReactElement {
  const { event, title, lead, isPreview, i18n } = props;
  return (
    <>
      <header className="stack-s">
        <p>
          <a href={`/events/${event.id}`}>{event.title}</a>
        </p>
        <h1>{title}</h1>
        {lead ? <p className="soft">{lead}</p> : null}
      </header>
      {isPreview ? (
        <Alert tone="wait">
          {i18n.t('results.public.preview')}{' '}
          <a href={`/admin/events/${event.id}/results`}>{i18n.t('results.public.manage')}</a>
        </Alert>
      ) : null}
    </>
  );
}

export function Ways(props: {
  label: string;
  ways: readonly { href: string; label: string; isHere: boolean }[];
}): ReactElement | null {
  const { label, ways } = props;
  if (ways.length < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className="section-links result-ways">
        {ways.map(({ href, label, isHere }) => (
          <li key={href}>
            <a href={href} aria-current={isHere ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
