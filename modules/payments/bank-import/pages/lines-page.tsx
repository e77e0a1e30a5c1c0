import type { ReactElement } from 'react';
import { Alert } from '#src/ui/display.tsx';
import { usePage } from '#src/ui/page.tsx';
import { List } from '#src/web/list/list-page.tsx';
import { addressOf } from '#src/web/list/listing.ts';
import type { ListData } from '#src/web/list/show.ts';
import type { ListedLine } from '../read-lines.ts';
import type { Tally } from '../result.ts';
import { type AboutLines, lineListing } from './line-listing.tsx';
import { Summary } from './parts.tsx';

type Lines = ListData<ListedLine, AboutLines>;

export function OpenLinesPage({ list, done }: { list: Lines; done: boolean }): ReactElement {
  const { i18n } = usePage();
  return (
    <div className="stack">
      {done ? <Alert tone="good">{i18n.t('imports.line.done')}</Alert> : null}
      <List list={list} />
    </div>
  );
}

export function ImportPage({ list, tally, booked }: { list: Lines; tally: Tally; booked: boolean }): ReactElement {
  const { i18n } = usePage();
  const { about, view } = list;
  const href = (outcome: string) =>
    addressOf(lineListing, about, view, { filters: { ...view.filters, outcome }, page: 1 });
  return (
    <div className="stack">
      {booked ? <Alert tone="good">{i18n.t('imports.import.booked')}</Alert> : null}
      <Summary tally={tally} chosen={view.filters.outcome ?? ''} href={href} />
      <List list={list} />
    </div>
  );
}
