import { type Catalog, withPercent } from './catalog.ts';
import { courseTitle, type EventContent } from './content.ts';

export type RecordChange = {
  kind:
    | 'event'
    | 'competition'
    | 'price'
    | 'article'
    | 'variant'
    | 'protection'
    | 'field'
    | 'quota'
    | 'discount'
    | 'waitlist'
    | 'shortlink'
    | 'picture'
    | 'voucherType'
    | 'voucherCodes'
    | 'mailing'
    | 'bibRange'
    | 'bibRun'
    | 'startWave'
    | 'bibs'
    | 'export'
    | 'results'
    | 'transfers'
    | 'sharedTeams'
    | 'cancellation'
    | 'timing'
    | 'gateDevice'
    | 'waitingRoom'
    | 'lottery'
    | 'page'
    | 'course';
  action: 'created' | 'changed' | 'deleted';
  /** 0: the record has a name only. */
  recordId: number;
  name: string;
  changes: { field: string; before: unknown; after: unknown }[];
};

export type FieldChange = RecordChange['changes'][number];
export type AuditedKind = RecordChange['kind'];

type Audited = Pick<RecordChange, 'kind' | 'recordId' | 'name'> & { fields: Readonly<Record<string, unknown>> };

/** Fields that are not set by people. */
const uncounted = new Set(['id', 'eventId', 'sold', 'quota', 'version', 'formerOptions']);

export type EventState = {
  catalog: Catalog;
  content: EventContent;
  shortlinks: readonly string[];
  pictures: readonly string[];
};

export function changesBetween(before: EventState | null, after: EventState): RecordChange[] {
  const [old, now] = [recordsOf(before), recordsOf(after)];
  const changed = [...now].flatMap(([key, record]): RecordChange[] => {
    const known = old.get(key);
    const { fields: _, ...named } = record;
    const changes = fieldChanges(known?.fields ?? {}, record.fields);
    // Every event has a page; it is recorded once it has content.
    if (!known) return named.kind === 'page' && changes.length === 0 ? [] : [{ ...named, action: 'created', changes }];
    return changes.length > 0 ? [{ ...named, action: 'changed', changes }] : [];
  });
  const deleted = [...old].flatMap(([key, { fields: _, ...named }]): RecordChange[] =>
    now.has(key) ? [] : [{ ...named, action: 'deleted', changes: [] }],
  );
  return [...changed, ...deleted];
}

function fieldChanges(before: Audited['fields'], after: Audited['fields']): RecordChange['changes'] {
  return Object.keys(after)
    .filter((field) => !uncounted.has(field) && !isSame(before[field] ?? null, after[field] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/** Null, '', false and [] count as equal: a new record without them has no changes. */
const plain = (value: unknown): string =>
  value === null || value === '' || value === false || (Array.isArray(value) && value.length === 0)
    ? ''
    : JSON.stringify(value);
const isSame = (a: unknown, b: unknown): boolean => plain(a) === plain(b);

function pageFields({ courses: _, host, ...content }: EventContent): Audited['fields'] {
  const ofHost = Object.entries(host).map(([name, value]) => [`host.${name}`, value]);
  return { ...content, ...Object.fromEntries(ofHost) };
}

function recordsOf(state: EventState | null): Map<string, Audited> {
  if (!state) return new Map();
  const { catalog, content, shortlinks, pictures } = state;
  const {
    event,
    competitions,
    quotas,
    discounts,
    articles,
    formFields,
    cancellationProtections,
    shippingCosts,
    organizers,
  } = catalog;
  type Fields = Audited['fields'] & { id?: number };
  const of = (kind: RecordChange['kind'], name: string, fields: Fields): Audited => ({
    kind,
    recordId: fields.id ?? 0,
    name,
    fields,
  });
  const organizerNames = organizers.map(({ name }) => name);
  const settings = { ...withPercent(event), shippingCountries: shippingCosts, organizers: organizerNames };
  const records: Audited[] = [
    of('event', event.title, settings),
    ...competitions.flatMap(({ prices, ...competition }) => [
      of('competition', competition.title, competition),
      ...prices.map((price) => of('price', competition.title, price)),
    ]),
    ...quotas.map((quota) => of('quota', quota.title, quota)),
    ...discounts.map((discount) => of('discount', discount.title, discount)),
    ...articles.flatMap(({ variants, ...article }) => [
      of('article', article.name, withPercent(article)),
      ...variants.map((variant) => of('variant', [article.name, variant.name].filter(Boolean).join(', '), variant)),
    ]),
    ...cancellationProtections.map((protection) => of('protection', protection.title, protection)),
    ...formFields.map((field) => of('field', field.name.de, field)),
    of('page', event.title, { id: event.id, ...pageFields(content) }),
    ...content.courses.map(({ drawing: _, ...course }) => of('course', courseTitle(course, competitions), course)),
    ...shortlinks.map((name) => of('shortlink', name, {})),
    ...pictures.map((name) => of('picture', name, {})),
  ];
  return new Map(records.map((record) => [`${record.kind} ${record.recordId || record.name}`, record]));
}
