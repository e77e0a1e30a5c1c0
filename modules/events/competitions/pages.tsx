import { ButtonLink } from '#src/ui/form.tsx';
import { recordPages } from '../management/record-pages.tsx';
import { voucherRisks } from '../management/voucher-risks.ts';
import { offerText } from '../public/offer-text.ts';
import { discountsGoingAlong } from '../rules/discount.ts';
import { offerOf } from '../rules/offer.ts';
import { competitionInput, newCompetitionInput } from '../shapes.ts';
import { CompetitionSections } from './competition-page.tsx';
import { competitionForm } from './form.ts';
import { createCompetition, updateCompetition } from './save-competitions.ts';

/** The competitions of an event, in the order in which the public sees them, and each on a page of its own. */
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
        ...discountsGoingAlong(discounts, competition.id).map(({ title: name }) =>
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
