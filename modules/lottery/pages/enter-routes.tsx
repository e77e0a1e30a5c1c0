import { publicCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { askerOf } from '#modules/waitlist/index.ts';
import { placesInput } from '#modules/waitlist/rules/places.ts';
import { toIso } from '#src/kernel/time.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { enterLottery } from '../enter.ts';
import { lotPath, lotteryPath } from '../links.ts';
import { lotOf, lotsOf, lotteriesOf, lotteryOf } from '../read-lotteries.ts';
import { lotSizes } from '../rules/lottery.ts';
import { refuse } from '../rules/problems.ts';
import { drawnOf, EnterPage } from './enter-page.tsx';

type Call = PageCall<'lottery.enter', 'event'>;

const catalogOfCall = ({ deps, params }: Pick<Call, 'deps' | 'params'>): Promise<Catalog> =>
  publicCatalog(deps.read, params.event);

async function show(call: Call, catalog: Catalog, state?: FormState): Promise<Response> {
  const { deps, viewer, now, query } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const eventId = catalog.event.id;
  const isProven = viewer?.level === 'verified';
  const known = isProven ? await lotsOf(deps.read, viewer) : [];
  const own = known.filter((lot) => lot.eventId === eventId && (lot.state === 'in' || lot.state === 'drawn'));
  return call.render(
    <EnterPage
      catalog={catalog}
      draws={drawnOf(catalog, await lotteriesOf(deps.read, eventId), now)}
      own={own.map((lot) => ({ id: lot.id, competition: lot.competition, href: lotPath(deps, lot) }))}
      email={isProven ? null : (viewer?.email ?? '')}
      asked={query.has('asked')}
      chosen={Number(query.get('competition'))}
      state={state}
      i18n={i18n}
      now={now}
    />,
    { title: `${i18n.t('lottery.title')} · ${catalog.event.title}`, noIndex: true, whiteLabel: whiteLabelOf(catalog) },
    formStatus(state),
  );
}

async function enter(call: Call): Promise<Response> {
  const catalog = await catalogOfCall(call);
  const { deps, viewer } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const eventId = catalog.event.id;
  const competitionId = Number(postedText(call, 'competition', 20));
  const draws = drawnOf(catalog, await lotteriesOf(deps.read, eventId), call.now);
  const at = draws.find(({ competition, phase }) => competition.id === competitionId && phase === 'open');
  const done = await runForm(
    { ...call, i18n },
    async () => {
      const entered = await deps.write((work) =>
        enterLottery(work, {
          eventId,
          competitionId,
          places: placesInput(postedText(call, 'places', 20)),
          ...askerOf(call, postedText(call, 'email', 320)),
        }),
      );
      if (viewer?.level !== 'verified') return `${lotteryPath(eventId)}?asked=1`;
      const lot = await lotOf(deps.read, entered.lotId);
      return lot ? lotPath(deps, lot) : lotteryPath(eventId);
    },
    {
      beside: ({ code, details }) => {
        const fields = code === 'VALIDATION_FAILED' ? Object.keys((details.fields ?? {}) as object) : [];
        if (!fields.includes('places') || !at) return null;
        return { places: i18n.t('lottery.form.placesError', lotSizes(at.competition, at.lottery.mostPlaces)) };
      },
    },
  );
  return 'to' in done ? call.redirect(done.to) : show(call, catalog, done.state);
}

/** Data to verify a draw, as plain text without personal data. */
async function showDraw(call: PageCall<'site.read', 'event' | 'lotteryId'>): Promise<Response> {
  const { deps, params, context } = call;
  const catalog = await publicCatalog(deps.read, params.event);
  const i18n = wordsOf(call.i18n, catalog);
  const lottery = await lotteryOf(deps.read, params.lotteryId);
  const { ranking, drawnAt } = lottery ?? { ranking: null, drawnAt: null };
  if (lottery?.eventId !== catalog.event.id || !ranking || drawnAt === null) return refuse('NOT_FOUND');
  const competition = catalog.competitions.find(({ id }) => id === lottery.competitionId)?.title ?? '';
  const lines = [
    `# ${catalog.event.title}, ${competition}: ${i18n.t('lottery.title')}`,
    `# ${i18n.t('lottery.draw.how')}`,
    `drawn-at ${toIso(drawnAt)}`,
    `seed-sha256 ${lottery.seedHash}`,
    `seed ${lottery.seed}`,
    '',
    ...ranking.map(([number, places], at) => `${at + 1} ${number} ${places}`),
    '',
  ];
  return context.text(lines.join('\n'));
}

const path = '/events/{event}/lottery' as const;
export const enterRoutes: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'lottery.enter' }, async (call) => show(call, await catalogOfCall(call))),
  page({ method: 'post', path, may: 'lottery.enter' }, enter),
  page({ method: 'get', path: `${path}/{lotteryId}/draw.txt`, may: 'site.read' }, showDraw),
];
