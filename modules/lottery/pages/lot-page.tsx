import type { ReactElement, ReactNode } from 'react';
import { catalogOf, renderUnderEvent, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { entryOf, entryPath } from '#modules/waitlist/index.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import { leaveLottery, prove } from '../enter.ts';
import { drawPath, lotPath, opensLot } from '../links.ts';
import { lotOf, lotteryOf } from '../read-lotteries.ts';
import { phaseOf } from '../rules/lottery.ts';
import type { Lot, Lottery } from '../schema.ts';

type Call = PageCall<'lottery.answer', 'lotId'>;
type View = {
  call: Call;
  lot: Lot;
  lottery: Lottery;
  catalog: Catalog;
  i18n: Translator;
  linePath: string | null;
};

/** The link proves the mailbox. Mail scanners open links, so only buttons change anything. */
const byLink = (
  method: 'get' | 'post',
  step: '' | '/confirm' | '/leave',
  answer: (view: View) => Promise<Response>,
): PageRoute =>
  page(
    { method, path: `/lots/{lotId}${step}`, may: 'lottery.answer', withoutCsrf: step === '/leave' },
    async (call): Promise<Response> => {
      const { deps, params, query } = call;
      const lot = await lotOf(deps.read, params.lotId);
      const lottery = lot && opensLot(deps, lot, query) ? await lotteryOf(deps.read, lot.lotteryId) : null;
      const catalog = lottery && (await catalogOf(deps.read, lottery.eventId));
      if (!lot || !lottery || !catalog) return refuse('NOT_FOUND');
      const entry = lot.entryId === null ? null : await entryOf(deps.read, lot.entryId);
      return behindMailedLink(
        await answer({
          call,
          lot,
          lottery,
          catalog,
          i18n: wordsOf(call.i18n, catalog),
          linePath: entry && entryPath(deps, entry),
        }),
      );
    },
  );

const render = ({ call, catalog, i18n }: View, title: string, children: ReactNode): Promise<Response> =>
  renderUnderEvent(call, { catalog, title, tab: i18n.t('lottery.title'), withoutQuery: true }, children);

const competitionOf = ({ catalog, lottery }: View): string =>
  catalog.competitions.find(({ id }) => id === lottery.competitionId)?.title ?? '';

function Ask({ view, step, button }: { view: View; step: '/confirm' | '/leave'; button: string }): ReactElement {
  return (
    <Form action={lotPath(view.call.deps, view.lot, step)}>
      <div className="form-actions">
        <Button>{button}</Button>
      </div>
    </Form>
  );
}

function What({ view }: { view: View }): ReactElement {
  const { i18n, lot, lottery } = view;
  const { t } = i18n;
  const figure = (name: 'number' | 'rank', value: number | null) =>
    value === null ? [] : [{ label: t(`lottery.lot.${name}`), value: i18n.number(value) }];
  return (
    <Facts
      facts={[
        { label: t('lottery.form.competition'), value: competitionOf(view) },
        { label: t('lottery.form.places'), value: i18n.number(lot.places) },
        { label: t('lottery.lot.at'), value: i18n.weekdayDateTime(lottery.drawnAt ?? lottery.drawsAt) },
        ...figure('number', lot.number),
        ...figure('rank', lot.rank),
      ]}
    />
  );
}

const Leave = ({ view }: { view: View }): ReactElement => (
  <p>
    <a href={lotPath(view.call.deps, view.lot, '/leave')}>{view.i18n.t('lottery.leave.link')}</a>
  </p>
);

const ToEvent = ({ view }: { view: View }): ReactElement => (
  <p>
    <ButtonLink href={`/events/${view.catalog.event.id}`} look="quiet">
      {view.i18n.t('lottery.toEvent')}
    </ButtonLink>
  </p>
);

function showLot(view: View): Promise<Response> {
  const { lot, lottery, i18n, call, linePath } = view;
  const { t } = i18n;
  const phase = phaseOf(lottery, call.now);
  if (lot.state === 'asked')
    return render(
      view,
      t('lottery.lot.asked.title'),
      phase === 'open' ? (
        <>
          <p className="lead">{t('lottery.lot.asked.text')}</p>
          <What view={view} />
          <Ask view={view} step="/confirm" button={t('lottery.lot.asked.button')} />
          <p className="soft">{t('lottery.lot.asked.notYou')}</p>
        </>
      ) : (
        <>
          <Alert tone="wait" focused>
            {t('lottery.lot.tooLate')}
          </Alert>
          <ToEvent view={view} />
        </>
      ),
    );
  if (lot.state === 'in') {
    const at = i18n.weekdayDateTime(lottery.drawsAt);
    return render(
      view,
      t('lottery.lot.in.title'),
      <>
        <p className="lead">
          {phase === 'due' || phase === 'drawn'
            ? t(`lottery.lot.in.${phase}`)
            : t('lottery.lot.in.text', { at, count: lot.places })}
        </p>
        <What view={view} />
        <Leave view={view} />
      </>,
    );
  }
  if (lot.state === 'drawn')
    return render(
      view,
      t('lottery.lot.drawn.title', { rank: lot.rank ?? 1, lots: lottery.ranking?.length ?? 1 }),
      <>
        <p className="lead">{t('lottery.lot.drawn.text')}</p>
        <What view={view} />
        <p className="row">
          {linePath === null ? null : <ButtonLink href={linePath}>{t('lottery.lot.drawn.button')}</ButtonLink>}
          <ButtonLink href={drawPath(lottery.eventId, lottery.id)} look="quiet">
            {t('lottery.mail.button.check')}
          </ButtonLink>
        </p>
      </>,
    );
  return render(
    view,
    t(`lottery.lot.${lot.state}.title`),
    <>
      <p className="lead">{t(`lottery.lot.${lot.state}.text`, { competition: competitionOf(view) })}</p>
      <ToEvent view={view} />
    </>,
  );
}

function showLeave(view: View): Promise<Response> {
  const { lot, i18n, call, linePath } = view;
  // After the draw one leaves the waiting list instead.
  if (lot.state === 'drawn' && linePath !== null)
    return Promise.resolve(call.redirect(linePath.replace('?', '/leave?')));
  if (lot.state !== 'in' && lot.state !== 'asked') return showLot(view);
  return render(
    view,
    i18n.t('lottery.leave.title'),
    <>
      <p className="lead">{i18n.t('lottery.leave.text')}</p>
      <What view={view} />
      <Ask view={view} step="/leave" button={i18n.t('lottery.leave.button')} />
      <p>
        <a href={lotPath(call.deps, lot)}>{i18n.t('lottery.leave.stay')}</a>
      </p>
    </>,
  );
}

async function confirm({ call, lot }: View): Promise<Response> {
  try {
    await call.deps.write((work) => prove(work, lot));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  return call.redirect(lotPath(call.deps, lot));
}

/** Mail programs post here without cookies (RFC 8058) and expect status 200. */
async function leave(view: View): Promise<Response> {
  const { call, lot, catalog } = view;
  await call.deps.write((work) => leaveLottery(work, lot));
  const after = await lotOf(call.deps.read, lot.id);
  return showLot({ ...view, catalog, lot: after ?? { ...lot, state: 'left' } });
}

export const lotPages: readonly PageRoute[] = [
  byLink('get', '', showLot),
  byLink('post', '/confirm', confirm),
  byLink('get', '/leave', showLeave),
  byLink('post', '/leave', leave),
];
