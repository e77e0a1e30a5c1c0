import type { ReactElement } from 'react';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { currentPrice, nextPrice } from '#modules/events/rules/sale.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { EmailField, NumberField, SelectField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { drawPath, lotteryPath } from '../links.ts';
import { type LotteryPhase, lotSizes, phaseOf } from '../rules/lottery.ts';
import type { Lottery } from '../schema.ts';

export type Drawn = { lottery: Lottery; competition: CatalogCompetition; phase: LotteryPhase };
export type EnterProps = {
  catalog: Catalog;
  draws: readonly Drawn[];
  own: readonly { id: number; competition: string; href: string }[];
  /** Initial value of the address field; null: the viewer's mailbox is proven. */
  email: string | null;
  asked: boolean;
  chosen: number;
  state: FormState | undefined;
  i18n: Translator;
  now: Instant;
};

export function EnterPage(props: EnterProps): ReactElement {
  const { catalog, draws, own, asked, i18n, now } = props;
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
      {asked ? (
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
      {open.length > 0 && !asked ? <EnterForm {...props} open={open} /> : null}
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

export const drawnOf = (catalog: Catalog, lotteries: readonly Lottery[], now: Instant): Drawn[] =>
  lotteries.flatMap((lottery) => {
    const competition = catalog.competitions.find(({ id }) => id === lottery.competitionId);
    return competition ? [{ lottery, competition, phase: phaseOf(lottery, now) }] : [];
  });
