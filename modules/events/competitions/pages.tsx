import { ButtonLink } from '#src/ui/form.tsx';
import { recordPages } from '../management/record-pages.tsx';
import { voucherRisks } from '../management/voucher-risks.ts';
import { offerText } from '../public/offer-text.ts';
import { discountsGoingAlong } from '../rules/discount.ts';
import { offerOf } from '../rules/offer.ts';
import { competitionInput, newCompetitionInput } from '../shapes.ts';
import { CompetitionSections } from './competition-page.tsx';
import { competitionForm } from './form.ts';
import { createCompetition, updateCompetition } from './keep-competitions.ts';

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
  columns: ({ call: { words, now } }) => [
    { key: 'start', title: words.t('events.fact.date'), cell: (c) => words.shortDateTime(c.timestamp) },
    { key: 'type', title: words.t('events.form.type'), cell: (c) => words.t(`events.option.type.${c.type}`) },
    { key: 'price', title: words.t('events.form.price'), cell: (c) => offerText(offerOf(c, now), words) },
    {
      key: 'sold',
      title: words.t('events.admin.sold'),
      align: 'end',
      cell: (c) => (
        <>
          {words.t('events.admin.soldOf', { sold: words.number(c.sold), total: words.number(c.totalTicketCount) })}
          {c.quota ? (
            <span className="soft small">
              <br />
              {words.t('events.admin.leftOfQuota', { count: Math.max(0, c.quota.left) })}
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
  warn: (_, { call: { words } }, before, { timestamp, location }) => {
    const count = before?.sold ?? 0;
    if (!before || count === 0) return [];
    return [
      ...(timestamp !== undefined && timestamp !== before.timestamp ? [words.t('events.warn.moved', { count })] : []),
      ...(location !== undefined && location !== before.location ? [words.t('events.warn.place', { count })] : []),
    ];
  },
  beside: ({ code, details }, words) =>
    code === 'CANT_EDIT_COMPETITION_PRICE_TOO_FEW_AVAILABLE'
      ? { totalTicketCount: words.t('events.competitions.tooFew', { sold: words.number(Number(details.sold)) }) }
      : null,
  deletion: async ({ call, catalog: { event, discounts } }, competition) => {
    const { words } = call;
    const { title: name, prices, sold } = competition;
    const title = words.t('events.competitions.deleteTitle');
    if (sold > 0)
      return { title, text: words.t('events.competitions.soldText', { sold: words.number(sold) }), button: null };
    return {
      title,
      text: words.t('events.competitions.deleteText', { title: name, prices: prices.length }),
      button: words.t('events.admin.deleteCompetition'),
      risks: [
        ...(await voucherRisks(call, words, event.id, { competition })),
        ...discountsGoingAlong(discounts, competition.id).map(({ title: name }) =>
          words.t('events.delete.discount', { name }),
        ),
      ],
    };
  },
  around: (at, competition, form, path) => <CompetitionSections {...{ ...at, competition, form, path }} />,
  action: ({ id }, words) => (
    <ButtonLink look="quiet" href={`/api/admin/competitions/${id}/registration-confirmation/example`}>
      {words.t('events.competitions.example')}
    </ButtonLink>
  ),
}).routes;
