import type { ReactElement } from 'react';
import { publicCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { currentPrice, nextPrice } from '#modules/events/rules/sale.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { askerOf } from '#modules/waitlist/index.ts';
import { placesInput } from '#modules/waitlist/rules/entry-state.ts';
import { type Instant, toIso } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { EmailField, NumberField, SelectField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { enterLottery } from '../enter.ts';
import { drawPath, lotPath, lotteryPath } from '../links.ts';
import { lotOf, lotsOf, lotteriesOf, lotteryOf } from '../read-lotteries.ts';
import { type LotteryPhase, lotSizes, phaseOf } from '../rules/lottery.ts';
import { refuse } from '../rules/problems.ts';
import type { Lottery } from '../schema.ts';

export type Drawn = { lottery: Lottery; competition: CatalogCompetition; phase: LotteryPhase };
type EnterProps = {
  catalog: Catalog;
  draws: readonly Drawn[];
  own: readonly { id: number; competition: string; href: string }[];
  email: string | null;
  isMailSent: boolean;
  chosen: number;
  state: FormState | undefined;
  i18n: Translator;
  now: Instant;
};

function EnterPage(props: EnterProps): ReactElement {
  const { catalog, draws, own, isMailSent, i18n, now } = props;
  const { event } = catalog;
  const { t } = i18n;
  const open = draws.filter(({ phase }) => phase === 'open');
  return (
    <div className="narrow stack">
      <div className="stack-s">
        <p className="soft">
          <a href={`/events/${event.id}`}>{event.title}</a>
        </p>
        <h1>{t('lottery.title')}</h1>
      </div>
      {isMailSent ? (
        <Alert tone="wait" focused title={t('lottery.asked.title')}>
          {t('lottery.asked.text')}
        </Alert>
      ) : null}
      {own.map(({ id, competition, href }) => (
        <Alert key={id} tone="accent">
          <p>{t('lottery.own', { competition })}</p>
          <a href={href}>{t('lottery.own.link')}</a>
        </Alert>
      ))}
      {draws.length === 0 ? (
        <Alert>
          <p>{t('lottery.none')}</p>
          <ButtonLink href={`/events/${event.id}`} look="quiet">
            {t('lottery.toEvent')}
          </ButtonLink>
        </Alert>
      ) : null}
      {open.length > 0 ? <p className="lead">{t('lottery.lead')}</p> : null}
      {draws.map((drawn) => (
        <DrawCard key={drawn.lottery.id} {...{ drawn, i18n, now }} />
      ))}
      {open.length > 0 && !isMailSent ? <EnterForm {...props} open={open} /> : null}
    </div>
  );
}

function DrawCard({ drawn, i18n, now }: { drawn: Drawn; i18n: Translator; now: Instant }): ReactElement {
  const { lottery, competition, phase } = drawn;
  const { t } = i18n;
  const price = currentPrice(competition, now) ?? nextPrice(competition, now);
  const values = {
    from: i18n.weekdayDateTime(lottery.entersFrom),
    at: i18n.weekdayDateTime(lottery.drawnAt ?? lottery.drawsAt),
    count: lottery.ranking?.length ?? 0,
  };
  const isAhead = phase === 'planned' || phase === 'open' || phase === 'due';
  return (
    <Card title={competition.title}>
      <p>
        <strong>{t(`lottery.when.${phase}`, values)}</strong>
      </p>
      {isAhead && price && price.price > 0 ? (
        <p>{t('lottery.price.from', { price: i18n.money(price.price) })}</p>
      ) : null}
      {phase === 'calledOff' ? null : (
        <details>
          <summary>{t('lottery.check.title')}</summary>
          <div className="stack-s">
            <p>{t(`lottery.check.${isAhead ? 'before' : 'after'}`)}</p>
            {isAhead ? (
              <Facts
                facts={[{ label: t('lottery.check.hash'), value: <code className="break">{lottery.seedHash}</code> }]}
              />
            ) : (
              <p>
                <a href={drawPath(lottery.eventId, lottery.id)}>{t('lottery.check.link')}</a>
              </p>
            )}
          </div>
        </details>
      )}
    </Card>
  );
}

function EnterForm(props: EnterProps & { open: readonly Drawn[] }): ReactElement {
  const { catalog, open, email, chosen, state, i18n } = props;
  const { t } = i18n;
  const at = open.find(({ competition }) => competition.id === chosen) ?? open[0];
  const least = at ? lotSizes(at.competition, at.lottery.mostPlaces).least : 1;
  return (
    <>
      <Form
        action={lotteryPath(catalog.event.id)}
        {...(state ? { state } : {})}
        labelOf={(name) => (name === 'email' || name === 'places' ? t(`lottery.form.${name}`) : undefined)}
      >
        <SelectField
          name="competition"
          label={t('lottery.form.competition')}
          options={open.map(({ competition }) => ({ value: String(competition.id), label: competition.title }))}
          defaultValue={String(at?.competition.id ?? '')}
        />
        <NumberField
          name="places"
          label={t('lottery.form.places')}
          hint={t('lottery.form.placesHint')}
          defaultValue={String(least)}
        />
        {email === null ? null : (
          <EmailField
            name="email"
            label={t('lottery.form.email')}
            hint={t('lottery.form.emailHint')}
            defaultValue={email}
            aria-required
          />
        )}
        <div className="form-actions">
          <Button>{t('lottery.form.enter')}</Button>
        </div>
      </Form>
      <p className="soft small">{t('lottery.groups')}</p>
      <p className="soft small">{t('lottery.rules', { hours: catalog.event.offerHours ?? 0 })}</p>
    </>
  );
}

const drawnOf = (catalog: Catalog, lotteries: readonly Lottery[], now: Instant): Drawn[] =>
  lotteries.flatMap((lottery) => {
    const competition = catalog.competitions.find(({ id }) => id === lottery.competitionId);
    return competition ? [{ lottery, competition, phase: phaseOf(lottery, now) }] : [];
  });

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
      isMailSent={query.has('asked')}
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
