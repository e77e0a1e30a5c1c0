import type { ReactElement } from 'react';
import { cents } from '#src/kernel/money.ts';
import { onlineMethods } from '#src/kernel/payment-methods.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { formatDate } from '#src/ui/format.ts';
import {
  choice,
  type Field,
  type FormSpec,
  fieldsOf,
  moment,
  money,
  number,
  say,
  text,
} from '#src/web/forms/fields.ts';
import { page } from '#src/web/http.ts';
import { rowsOf } from '#src/web/list/find.ts';
import { List } from '#src/web/list/list-page.tsx';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { listData } from '#src/web/list/show.ts';
import { articleForm } from '../articles/form.ts';
import { competitionForm } from '../competitions/pages.tsx';
import { contentForm, courseForm } from '../content/form.ts';
import { discountForm } from '../discounts/pages.tsx';
import { featureFields } from '../event/feature-settings.ts';
import { sectionForm, sections } from '../event/form.ts';
import { fieldForm } from '../fields/pages.ts';
import { fieldLabel, managed, readsEvent, renderOfEvent } from '../management/frame.tsx';
import { priceForm } from '../prices/pages.tsx';
import { protectionForm } from '../protections/protections.ts';
import { quotaForm } from '../quotas/quotas.ts';
import type { Catalog } from '../rules/catalog.ts';
import type { AuditedKind, FieldChange } from '../rules/changes.ts';
import { entriesOf, type HistoryEntry, historySource } from './read-history.ts';

type TextContext = { catalog: Catalog; i18n: Translator };

export function Changes({ entry, catalog, i18n }: { entry: HistoryEntry } & TextContext): ReactElement {
  const specs = specsOf(entry.kind, catalog, i18n);
  return (
    <dl className="history-changes">
      {entry.changes.map((change) => (
        <Change key={change.field} {...{ kind: entry.kind, change, spec: specs.get(change.field), catalog, i18n }} />
      ))}
    </dl>
  );
}

function Change(
  props: { kind: AuditedKind; change: FieldChange; spec: Field | undefined } & TextContext,
): ReactElement {
  const { kind, change, spec, catalog, i18n } = props;
  const text = (value: unknown) => textOf(value, spec, catalog, i18n);
  const before = text(change.before);
  return (
    <div>
      <dt>{fieldLabel(kind, change.field, i18n)}</dt>
      <dd>
        {before === '' ? null : (
          <>
            <del>
              <span className="visually-hidden">{i18n.t('events.history.before')} </span>
              {before}
            </del>{' '}
          </>
        )}
        <ins>{text(change.after) || '–'}</ins>
      </dd>
    </div>
  );
}

/** Voucher types belong to a higher module. */
const voucherFields: readonly Field[] = [
  { name: 'amount', kind: 'rows', columns: [money('cents'), { name: 'percent', kind: 'percent' }] },
  { name: 'competitionPriceId', kind: 'rows', columns: [text('title'), money('cents')] },
  choice('unit', []),
  choice('target', []),
  choice('useType', []),
  moment('validFrom'),
  moment('validTo'),
];

/** Form fields whose name differs from the record's. */
const recordNames: Record<string, string> = { fieldType: 'type' };

/** History values are formatted by the fields of their forms. */
function specsOf(kind: AuditedKind, catalog: Catalog, i18n: Translator): Map<string, Field> {
  const { competitions } = catalog;
  const forms: Partial<Record<AuditedKind, Pick<FormSpec, 'groups'>>> = {
    event: {
      groups: [
        ...sections.flatMap((section) => sectionForm(section, { isSuperAdmin: true, online: onlineMethods }).groups),
        { name: 'features', fields: featureFields },
      ],
    },
    competition: competitionForm,
    price: priceForm,
    article: articleForm(competitions, { isSuperAdmin: true }),
    protection: protectionForm,
    quota: quotaForm(competitions),
    discount: discountForm(catalog, i18n),
    field: fieldForm(competitions),
    cancellation: {
      groups: [{ name: 'cancellation', fields: [money('cancellationRefunded'), choice('cancellationRefund', [])] }],
    },
    page: contentForm(catalog),
    course: courseForm(competitions),
    transfers: {
      groups: [
        {
          name: 'transfers',
          fields: [
            ...['transferMode', 'transferPrice', 'transferRefund'].map((name) => choice(name, [])),
            moment('transferUntil'),
            money('transferFee'),
          ],
        },
      ],
    },
    sharedTeams: {
      groups: [
        {
          name: 'sharedTeams',
          fields: [number('mostOpen'), choice('shortRule', []), moment('payBy'), { name: 'legs', kind: 'text' }],
        },
      ],
    },
    bibRange: { groups: [{ name: 'bibRange', fields: [number('competitionId')] }] },
    results: { groups: [{ name: 'results', fields: [choice('classPreset', []), choice('teamsBy', [])] }] },
    bibRun: { groups: [{ name: 'bibRun', fields: [choice('bibRunKind', [])] }] },
    timing: { groups: [{ name: 'timing', fields: [moment('timing.syncStopDate'), text('timing.contests')] }] },
    waitingRoom: { groups: [{ name: 'waitingRoom', fields: [moment('beginsAt'), moment('keepUntil')] }] },
    lottery: {
      groups: [{ name: 'lottery', fields: [moment('entersFrom'), moment('drawsAt'), choice('calledOff', [])] }],
    },
    voucherType: { groups: [{ name: 'voucherType', fields: voucherFields }] },
  };
  return new Map(
    fieldsOf(forms[kind] ?? { groups: [] }).map((field) => [recordNames[field.name] ?? field.name, field]),
  );
}

function textOf(value: unknown, spec: Field | undefined, catalog: Catalog, i18n: Translator): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return i18n.t(value ? 'form.yes' : 'form.no');
  if (spec?.kind === 'money') return i18n.money(cents(Number(value)));
  if (spec?.kind === 'percent') return i18n.t('events.history.percent', { percent: i18n.number(Number(value)) });
  if (spec?.kind === 'date') return formatDate(String(value), i18n.locale);
  if (spec?.kind === 'dateTime') return i18n.shortDateTime(value as Instant);
  if (spec?.kind === 'choice') {
    const ownKey = `results.option.${spec.name}.${value}`;
    return say(i18n, i18n.has(ownKey) ? ownKey : `events.option.${spec.name}.${value}`);
  }
  if (spec?.kind === 'country') return i18n.country(String(value));
  const titleOf = (id: number) => catalog.competitions.find((each) => each.id === id)?.title ?? String(id);
  if (spec?.name === 'competitionIds') return (value as number[]).map(titleOf).join(', ');
  if (spec?.name === 'competitionId') return titleOf(Number(value));
  // Stored as `competition id: contest`.
  if (spec?.name === 'timing.contests')
    return String(value).replaceAll(/(\d+)(?=: )/g, (competitionId) => titleOf(Number(competitionId)));
  if (spec?.kind === 'record') return partOf(String(value), spec, catalog, i18n);
  if (Array.isArray(value)) return value.map((item) => partOf(item, spec, catalog, i18n)).join(', ');
  if (typeof value === 'object') return partOf(value, spec, catalog, i18n);
  return typeof value === 'number' ? i18n.number(value) : String(value);
}

/** A list item, or a value with parts such as a label in two languages. */
function partOf(part: unknown, spec: Field | undefined, catalog: Catalog, i18n: Translator): string {
  if (typeof part !== 'object' || part === null) {
    return (spec?.options ?? []).find(({ value }) => value === part)?.label ?? String(part);
  }
  const columns = new Map((spec?.columns ?? []).map((column) => [column.name, column]));
  return Object.entries(part)
    .map(([name, value]) => textOf(value, columns.get(name), catalog, i18n))
    .filter(Boolean)
    .join(' / ');
}

type AboutEvent = ListAbout & { catalog: Catalog };

const historyListing = {
  path: ({ catalog }) => `/admin/events/${catalog.event.id}/history`,
  name: () => 'event-history',
  rowsOnAPage: 50,
  first: { field: 'id', direction: 'desc' },
  filters: {},
  columns: ({ i18n, catalog }) => [
    {
      key: 'what',
      title: i18n.t('events.history.what'),
      heading: true,
      text: ({ kind, action, name }) =>
        i18n.t(`events.history.${action}`, { kind: i18n.t(`events.history.kind.${kind}`), name }),
    },
    {
      key: 'by',
      title: i18n.t('events.history.whenAndWho'),
      text: ({ createdAt, editorEmail, impersonatorId }) =>
        i18n.t(impersonatorId === null ? 'events.history.by' : 'events.history.byFor', {
          when: i18n.shortDateTime(createdAt),
          who: editorEmail,
        }),
    },
    {
      key: 'changes',
      title: i18n.t('events.history.changes'),
      cell: (entry) => (entry.changes.length === 0 ? '–' : <Changes entry={entry} catalog={catalog} i18n={i18n} />),
    },
  ],
  ...rowsOf(({ catalog }: AboutEvent) => historySource(catalog.event.id), entriesOf),
  texts: {
    caption: 'events.history.title',
    count: 'events.history.count',
    empty: 'events.history.none',
    emptyFiltered: 'events.history.none',
  },
} as const satisfies Listing<HistoryEntry, AboutEvent>;

export const historyPages = [
  page({ method: 'get', path: '/admin/events/{event}/history', ...readsEvent }, async (rawCall) => {
    const at = managed(rawCall);
    const { call, catalog } = at;
    const { i18n } = call;
    const list = await listData(call, historyListing, { i18n, catalog });
    return renderOfEvent(at, i18n.t('events.history.title'), <List list={list} />);
  }),
];
