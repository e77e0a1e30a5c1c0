import type { ReactElement } from 'react';
import { ButtonLink } from '#src/ui/form.tsx';
import { choice, end, type FormSpec, flag, formOf, long, moment, number, text } from '#src/web/forms/fields.ts';
import { voucherRisks } from '../management/record-deletion.tsx';
import { recordPages } from '../management/record-pages.tsx';
import { PictureBox } from '../pictures/picture-box.tsx';
import { type Managed, PriceList } from '../prices/price-list.tsx';
import { offerText } from '../public/sale-texts.tsx';
import { discountsDeletedWith } from '../rules/discount.ts';
import { offerOf } from '../rules/offer.ts';
import { competitionInput, newCompetitionInput } from '../shapes.ts';
import { createCompetition, updateCompetition } from './save-competitions.ts';

export const competitionForm: FormSpec = formOf('events', [
  {
    name: 'competition',
    fields: [
      text('title', true),
      choice('type', ['single', 'team']),
      moment('timestamp', true),
      end('endTimestamp'),
      { ...text('location'), hint: 'competitionLocation' },
      number('totalTicketCount', true),
      long('description'),
      { name: 'disciplines', kind: 'lines' },
      flag('withShipping'),
      number('sortOrder', true),
    ],
  },
  {
    name: 'limits',
    fields: [
      choice('gender', ['both', 'female', 'male']),
      number('minAge', true),
      number('maxAge', true),
      choice('ageCheckMode', ['dayOfCompetition', 'ageGroup', 'givenDate', 'yearEndBefore', 'yearEndAfter']),
      { name: 'ageCheckDate', kind: 'date' },
      flag('disableAgeCheck'),
      number('minTeamSize', true),
      number('maxTeamSize', true),
    ],
  },
]);

export const competitionPages = recordPages({
  kind: 'competition',
  path: '/admin/events/{event}/competitions',
  one: '/admin/tickets/{event}/{competitionId}',
  name: 'competitions',
  texts: {
    list: 'events.tab.competitions',
    new: 'events.admin.newCompetition',
    one: 'events.form.title',
    none: 'events.admin.noCompetitions',
    delete: 'events.admin.deleteCompetition',
  },
  make: 'events.admin.create',
  rows: ({ competitions }) => competitions,
  title: ({ title }) => title,
  columns: ({ call: { i18n, now } }) => [
    { key: 'start', title: i18n.t('events.fact.date'), cell: (c) => i18n.shortDateTime(c.timestamp) },
    { key: 'type', title: i18n.t('events.form.type'), cell: (c) => i18n.t(`events.option.type.${c.type}`) },
    { key: 'price', title: i18n.t('events.form.price'), cell: (c) => offerText(offerOf(c, now), i18n) },
    {
      key: 'sold',
      title: i18n.t('events.admin.sold'),
      align: 'end',
      cell: (c) => (
        <>
          {i18n.t('events.admin.soldOf', { sold: i18n.number(c.sold), total: i18n.number(c.totalTicketCount) })}
          {c.quota ? (
            <span className="soft small">
              <br />
              {i18n.t('events.admin.leftOfQuota', { count: Math.max(0, c.quota.left) })}
            </span>
          ) : null}
        </>
      ),
    },
  ],
  form: () => competitionForm,
  fresh: ({ catalog: { event, competitions } }) => ({
    type: 'single',
    gender: 'both',
    ageCheckMode: 'dayOfCompetition',
    minAge: 0,
    maxAge: 0,
    minTeamSize: 1,
    maxTeamSize: 10,
    totalTicketCount: 1,
    sortOrder: competitions.length + 1,
    timestamp: event.startTimestamp,
  }),
  stored: (row) => row,
  newSchema: newCompetitionInput,
  changeSchema: competitionInput,
  create: createCompetition,
  update: updateCompetition,
  warn: (_, { call: { i18n } }, before, { timestamp, location }) => {
    const count = before?.sold ?? 0;
    if (!before || count === 0) return [];
    return [
      ...(timestamp !== undefined && timestamp !== before.timestamp ? [i18n.t('events.warn.moved', { count })] : []),
      ...(location !== undefined && location !== before.location ? [i18n.t('events.warn.place', { count })] : []),
    ];
  },
  beside: ({ code, details }, i18n) =>
    code === 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE'
      ? { totalTicketCount: i18n.t('events.competitions.tooFew', { sold: i18n.number(Number(details.sold)) }) }
      : null,
  deletion: async ({ call, catalog: { event, discounts } }, competition) => {
    const { i18n } = call;
    const { title: name, prices, sold } = competition;
    const title = i18n.t('events.competitions.deleteTitle');
    if (sold > 0)
      return { title, text: i18n.t('events.competitions.soldText', { sold: i18n.number(sold) }), button: null };
    return {
      title,
      text: i18n.t('events.competitions.deleteText', { title: name, prices: prices.length }),
      button: i18n.t('events.admin.deleteCompetition'),
      risks: [
        ...(await voucherRisks(call, i18n, event.id, { competition })),
        ...discountsDeletedWith(discounts, competition.id).map(({ title: name }) =>
          i18n.t('events.delete.discount', { name }),
        ),
      ],
    };
  },
  around: (at, competition, form, path) => <CompetitionSections {...{ ...at, competition, form, path }} />,
  action: ({ id }, i18n) => (
    <ButtonLink look="quiet" href={`/api/admin/competitions/${id}/registration-confirmation/example`}>
      {i18n.t('events.competitions.example')}
    </ButtonLink>
  ),
}).routes;

const sections = ['prices', 'details', 'picture', 'danger'] as const;

type SectionsProps = Managed & { form: ReactElement; path: string };

function CompetitionSections({ call, catalog, competition, form, path }: SectionsProps): ReactElement {
  const { i18n } = call;
  return (
    <div className="stack">
      <nav aria-label={i18n.t('events.competitions.sections')}>
        <ul className="section-links competition-links">
          {sections.map((section) => (
            <li key={section}>
              <a href={`#${section}`}>{i18n.t(`events.competitions.section.${section}`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="stack competition-sections">
        <PriceList competition={competition} path={path} i18n={i18n} call={call} />
        <section className="stack-s" aria-labelledby="details-title" id="details">
          <h2 id="details-title">{i18n.t('events.competitions.section.details')}</h2>
          {form}
        </section>
        <PictureBox call={call} catalog={catalog} record={{ kind: 'competition', id: competition.id }} />
        <section className="stack-s" aria-labelledby="danger-title" id="danger">
          <h2 id="danger-title">{i18n.t('events.competitions.section.danger')}</h2>
          <p className="soft">{i18n.t('events.competitions.dangerText')}</p>
          <p>
            <ButtonLink href={`${path}/delete`} look="quiet" small>
              {i18n.t('events.admin.deleteCompetition')}
            </ButtonLink>
          </p>
        </section>
      </div>
    </div>
  );
}
