import { eq, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type FormSpec, formOf, number, text } from '#src/web/forms/fields.ts';
import { offeredIn } from '../management/record-forms.tsx';
import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { changeRecord, createRecord } from '../records/save.ts';
import { type Catalog, type CatalogCompetition, type CatalogQuota, competitionNames } from '../rules/catalog.ts';
import { competitions } from '../schema.ts';
import { sharedQuotaCompetitions, sharedQuotas } from '../schema-quotas.ts';
import { newQuotaInput, type QuotaInput, quotaInput } from '../shapes.ts';

type NewQuota = QuotaInput & Required<Pick<QuotaInput, 'title' | 'quotaTotal' | 'competitionIds'>>;

/**
 * Competitions keep their own limits too.
 * @throws Problem VALIDATION_FAILED at `quotaTotal` below the number sold, at `competitionIds` for competitions of
 * another quota or event, or fewer than two
 */
export async function createQuota(work: Work, eventId: number, input: NewQuota): Promise<number> {
  const { title, quotaTotal, competitionIds } = input;
  requireSeveral(competitionIds);
  const id = await createRecord(work, 'quota', eventId, () => ({ eventId, title, quotaTotal }), competitionIds);
  await requireRoom(work, id);
  return id;
}

export async function updateQuota(work: Work, quotaId: number, input: QuotaInput): Promise<void> {
  const { competitionIds, ...fields } = input;
  if (competitionIds) requireSeveral(competitionIds);
  await changeRecord(work, 'quota', quotaId, async () => fields, competitionIds);
  await requireRoom(work, quotaId);
}

function requireSeveral(competitionIds: readonly number[]): void {
  if (new Set(competitionIds).size < 2) refuseFields({ competitionIds: ['events.error.quotaOfTwo'] });
}

/** Checked after the write; concurrent sales wait for this write. */
async function requireRoom({ tx }: Work, quotaId: number): Promise<void> {
  const [row] = await tx
    .select({ total: sharedQuotas.quotaTotal, sold: sql<number>`coalesce(sum(${competitions.sold}), 0)` })
    .from(sharedQuotas)
    .leftJoin(sharedQuotaCompetitions, eq(sharedQuotaCompetitions.quotaId, sharedQuotas.id))
    .leftJoin(competitions, eq(competitions.id, sharedQuotaCompetitions.competitionId))
    .where(eq(sharedQuotas.id, quotaId));
  if (row && Number(row.sold) > row.total) refuseFields({ quotaTotal: ['events.error.quotaBelowSold'] });
}

/** Places left in the quota. */
export const leftOf = ({ competitions }: Pick<Catalog, 'competitions'>, { id, quotaTotal }: CatalogQuota): number =>
  competitions.find(({ quota }) => quota?.id === id)?.quota?.left ?? quotaTotal;

export const quotaForm = (competitions: readonly CatalogCompetition[]): FormSpec =>
  formOf('events', [
    {
      name: 'quota',
      fields: [
        { ...text('title', true), hint: 'quotaTitle' },
        number('quotaTotal', true),
        ...offeredIn(competitions).map((field) => ({ ...field, hint: 'quotaCompetitions' })),
      ],
    },
  ]);

export const quotaPages = recordPages({
  kind: 'quota',
  path: '/admin/events/{event}/quotas',
  name: 'quotas',
  texts: recordTexts('quotas'),
  rows: ({ quotas }) => quotas,
  title: ({ title }) => title,
  columns: ({ call: { i18n }, catalog }) => [
    {
      key: 'sold',
      title: i18n.t('events.admin.sold'),
      align: 'end',
      cell: (row) =>
        i18n.t('events.admin.soldOf', {
          sold: i18n.number(row.quotaTotal - leftOf(catalog, row)),
          total: i18n.number(row.quotaTotal),
        }),
    },
    {
      key: 'competitions',
      title: i18n.t('events.form.competitionIds'),
      cell: (row) => competitionNames(catalog, row.competitionIds),
    },
  ],
  form: ({ catalog }) => quotaForm(catalog.competitions),
  fresh: () => ({}),
  stored: (row) => row,
  newSchema: newQuotaInput,
  changeSchema: quotaInput,
  create: createQuota,
  update: updateQuota,
}).routes;
