import type { ReactElement, ReactNode } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isSaleOver, placesFree } from '#modules/events/rules/sale.ts';
import { dateIn, days, type Instant, plus, zonedInstant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card, type Tone } from '#src/ui/display.tsx';
import { ButtonLink, Saved } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { type FormSpec, formOf, moment, number } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { lotteryPath, managePath } from '../links.ts';
import type { LotTally } from '../read-lotteries.ts';
import { defaultMaxPlaces, type LotState, type LotteryPhase, phaseOf } from '../rules/lottery.ts';
import type { Lottery } from '../schema.ts';

/** Competitions that can get a draw: none is running and the sale is not over. */
const drawable = ({ competitions }: Catalog, lotteries: readonly Lottery[], now: Instant) =>
  competitions.filter(
    (competition) =>
      !isSaleOver(competition, now) &&
      !lotteries.some(
        ({ competitionId, drawnAt, calledOffAt }) =>
          competitionId === competition.id && drawnAt === null && calledOffAt === null,
      ),
  );

export const planFormOf = (catalog: Catalog, lotteries: readonly Lottery[], now: Instant): FormSpec =>
  formOf('lottery', [
    {
      name: 'plan',
      fields: [
        {
          name: 'competitionId',
          kind: 'record',
          required: true,
          options: drawable(catalog, lotteries, now).map(({ id, title }) => ({ value: String(id), label: title })),
        },
        moment('entersFrom', true),
        moment('drawsAt', true),
        number('mostPlaces', true),
      ],
    },
  ]);
export const moveFormSpec: FormSpec = formOf('lottery', [{ name: 'move', fields: [moment('drawsAt', true)] }]);

const tones: Record<LotteryPhase, Tone> = {
  planned: 'neutral',
  open: 'accent',
  due: 'wait',
  drawn: 'good',
  calledOff: 'neutral',
};

export type ManageProps = {
  catalog: Catalog;
  lotteries: readonly Lottery[];
  tallies: readonly LotTally[];
  posted: { of: number | 'new'; state: FormState } | null;
  notice: string | null;
  i18n: Translator;
  now: Instant;
  children: ReactNode;
};

export function ManagePage(props: ManageProps): ReactElement {
  const { catalog, lotteries, posted, notice, i18n, now, children } = props;
  const { t } = i18n;
  const { event } = catalog;
  const isAhead = (lottery: Lottery) => ['planned', 'open', 'due'].includes(phaseOf(lottery, now));
  const live = lotteries.filter(isAhead);
  const canPlan = event.offerHours !== null && drawable(catalog, lotteries, now).length > 0;
  const form = planFormOf(catalog, lotteries, now);
  return (
    <div className="stack">
      {notice ? <Saved>{notice}</Saved> : null}
      <p>{t('lottery.manage.about')}</p>
      {event.offerHours === null ? (
        <Alert>
          <p>{t('lottery.manage.off')}</p>
          <ButtonLink href={`/admin/events/${event.id}/features`} look="quiet" small>
            {t('lottery.manage.toSettings')}
          </ButtonLink>
        </Alert>
      ) : null}
      {lotteries.length > 0 ? <Figures {...props} /> : null}
      {live.map((lottery) => (
        <Card key={lottery.id} title={`${t('lottery.manage.change')}: ${titleOf(catalog, lottery)}`}>
          <p className="soft">{t('lottery.manage.changeText')}</p>
          <SavingForm
            form={moveFormSpec}
            record={{ drawsAt: lottery.drawsAt }}
            state={posted?.of === lottery.id ? posted.state : undefined}
            i18n={i18n}
            action={`${managePath(event.id)}/${lottery.id}`}
            submit={t('lottery.manage.saveChange')}
            look="quiet"
            actions={
              <ButtonLink href={`${managePath(event.id)}/${lottery.id}/end`} look="plain">
                {t('lottery.manage.callOff')}
              </ButtonLink>
            }
          />
        </Card>
      ))}
      {canPlan ? (
        <Card title={t('lottery.manage.setUp')}>
          {catalog.quotas.length > 0 ? <p className="soft">{t('lottery.manage.setUpText')}</p> : null}
          <SavingForm
            form={form}
            record={{
              competitionId: drawable(catalog, lotteries, now)[0]?.id ?? null,
              entersFrom: now,
              drawsAt: noonIn(14, now, event.timeZone),
              mostPlaces: defaultMaxPlaces,
            }}
            state={posted?.of === 'new' ? posted.state : undefined}
            i18n={i18n}
            action={managePath(event.id)}
            submit={t('lottery.manage.save')}
          />
        </Card>
      ) : null}
      {lotteries.length > 0 ? children : null}
    </div>
  );
}

const noonIn = (count: number, now: Instant, timeZone: string): Instant =>
  zonedInstant(dateIn(plus(now, days(count)), timeZone), 12, 0, timeZone);

export const titleOf = ({ competitions }: Catalog, { competitionId }: Pick<Lottery, 'competitionId'>): string =>
  competitions.find(({ id }) => id === competitionId)?.title ?? '';

function Figures({ catalog, lotteries, tallies, i18n, now }: ManageProps): ReactElement {
  const { t } = i18n;
  const of = (lottery: Lottery, states: readonly LotState[]) =>
    tallies
      .filter(({ lotteryId, state }) => lotteryId === lottery.id && states.includes(state))
      .reduce((sum, each) => ({ lots: sum.lots + each.lots, places: sum.places + each.places }), {
        lots: 0,
        places: 0,
      });
  const freeOf = ({ competitionId }: Lottery): number => {
    const competition = catalog.competitions.find(({ id }) => id === competitionId);
    return competition ? Math.max(0, placesFree(competition)) : 0;
  };
  return (
    <>
      <Table
        caption={t('lottery.manage.figures')}
        rows={[...lotteries]}
        rowKey={({ id }) => id}
        empty=""
        columns={[
          {
            key: 'competition',
            title: t('lottery.form.competition'),
            heading: true,
            cell: (lottery) => titleOf(catalog, lottery),
          },
          {
            key: 'state',
            title: t('lottery.manage.state'),
            cell: (lottery) => {
              const phase = phaseOf(lottery, now);
              return <Badge tone={tones[phase]}>{t(`lottery.phase.${phase}`)}</Badge>;
            },
          },
          {
            key: 'from',
            title: t('lottery.form.entersFrom'),
            cell: ({ entersFrom }) => i18n.shortDateTime(entersFrom),
          },
          {
            key: 'at',
            title: t('lottery.form.drawsAt'),
            cell: ({ drawsAt, drawnAt }) => i18n.shortDateTime(drawnAt ?? drawsAt),
          },
          {
            key: 'in',
            title: t('lottery.manage.figure.in'),
            align: 'end',
            cell: (lottery) => t('lottery.manage.tally', of(lottery, ['in', 'drawn', 'closed'])),
          },
          {
            key: 'asked',
            title: t('lottery.manage.figure.asked'),
            align: 'end',
            cell: (lottery) => i18n.number(of(lottery, ['asked']).lots),
          },
          {
            key: 'free',
            title: t('lottery.manage.figure.free'),
            align: 'end',
            cell: (lottery) =>
              ['drawn', 'calledOff'].includes(phaseOf(lottery, now)) ? '–' : i18n.number(freeOf(lottery)),
          },
        ]}
      />
      <p className="row">
        <ButtonLink href={lotteryPath(catalog.event.id)} look="quiet" small>
          {t('lottery.manage.look')}
        </ButtonLink>
        <span className="soft">{t('lottery.manage.waitlist')}</span>
      </p>
    </>
  );
}
