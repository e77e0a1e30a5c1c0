import type { ReactElement } from 'react';
import { userById } from '#modules/accounts/index.ts';
import { publicCatalog, renderUnderEvent, saleFor, wordsOf } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { availableTickets, currentPrice } from '#modules/events/rules/sale.ts';
import { refuse as refuseAny } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { NumberField, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { ownAccount, type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { openPath, teamPath } from '../links.ts';
import { openTeam, sizesOf } from '../open-team.ts';
import { teamsOfCaptain } from '../read-teams.ts';
import { isLive, teamKinds } from '../rules/team-state.ts';
import type { SharedTeam } from '../schema.ts';

type Call = PageCall<'sharedTeam.open', 'event'>;
type Opening = {
  call: Call;
  catalog: Catalog;
  i18n: Translator;
  open: readonly CatalogCompetition[];
  own: readonly SharedTeam[];
};

/** @throws Problem NOT_FOUND where teams cannot be opened */
async function opening(call: Call): Promise<Opening> {
  const { deps, viewer, now, params } = call;
  const catalog = await saleFor(deps.read, await publicCatalog(deps.read, params.event), null, now);
  if (catalog.event.teamDays === null) return refuseAny('NOT_FOUND');
  const own = await teamsOfCaptain(deps.read, viewer.userId);
  return {
    call,
    catalog,
    i18n: wordsOf(call.i18n, catalog),
    open: catalog.competitions.filter(
      (competition) =>
        competition.type === 'team' &&
        currentPrice(competition, now) !== null &&
        availableTickets(competition, now) >= sizesOf(competition).least,
    ),
    own: own.filter(({ eventId, state }) => eventId === catalog.event.id && isLive(state)),
  };
}

async function show(about: Opening, state?: FormState): Promise<Response> {
  const { call, catalog, i18n, open, own } = about;
  const { t } = i18n;
  const user = await userById(call.deps.read, call.viewer.userId);
  const captain = [user?.firstname, user?.lastname].filter(Boolean).join(' ');
  return renderUnderEvent(
    call,
    { catalog, title: t('sharedTeams.open.title') },
    <>
      {own.map((team) => (
        <Alert key={team.id} tone="accent">
          <p>{t('sharedTeams.open.already', { team: team.name })}</p>
          <a href={teamPath(team)}>{t('sharedTeams.open.toTeam')}</a>
        </Alert>
      ))}
      {open.length === 0 ? (
        <Alert>
          <p>{t('sharedTeams.open.none')}</p>
          <ButtonLink href={`/events/${catalog.event.id}`} look="quiet">
            {t('sharedTeams.toEvent')}
          </ButtonLink>
        </Alert>
      ) : (
        <>
          <p className="lead">{t('sharedTeams.open.lead', { days: catalog.event.teamDays ?? 0 })}</p>
          <OpenForm {...about} captain={captain} state={state} />
          <Card title={t('sharedTeams.open.howTitle')}>
            <ol>
              <li>{t('sharedTeams.open.how1')}</li>
              <li>{t('sharedTeams.open.how2')}</li>
              <li>{t('sharedTeams.open.how3')}</li>
            </ol>
          </Card>
        </>
      )}
    </>,
    formStatus(state),
  );
}

function OpenForm(props: Opening & { captain: string; state: FormState | undefined }): ReactElement {
  const { call, catalog, i18n, open, captain, state } = props;
  const { t } = i18n;
  const requestedId = Number(call.query.get('competition'));
  const chosen = open.find(({ id }) => id === requestedId) ?? open[0];
  const labels = { name: 1, captain: 1, places: 1, competition: 1, kind: 1 } as const;
  return (
    <Form
      action={openPath(catalog.event.id)}
      {...(state ? { state } : {})}
      labelOf={(name) => (name in labels ? t(`sharedTeams.form.${name as keyof typeof labels}`) : undefined)}
    >
      <SelectField
        name="competition"
        label={t('sharedTeams.form.competition')}
        options={open.map((competition) => {
          const price = currentPrice(competition, call.now)?.price;
          const each = price === undefined ? '' : t('sharedTeams.form.each', { price: i18n.money(price) });
          return { value: String(competition.id), label: `${competition.title} · ${each}` };
        })}
        defaultValue={String(chosen?.id ?? '')}
      />
      <TextField name="name" label={t('sharedTeams.form.name')} maxLength={100} required autoComplete="off" />
      <NumberField
        name="places"
        label={t('sharedTeams.form.places')}
        hint={t('sharedTeams.form.placesHint')}
        defaultValue={String(chosen ? sizesOf(chosen).most : 1)}
      />
      <TextField
        name="captain"
        label={t('sharedTeams.form.captain')}
        hint={t('sharedTeams.form.captainHint')}
        defaultValue={captain}
        maxLength={100}
        required
        autoComplete="name"
      />
      <SelectField
        name="kind"
        label={t('sharedTeams.form.kind')}
        options={teamKinds.map((kind) => ({ value: kind, label: t(`sharedTeams.kind.${kind}`) }))}
      />
      <div className="form-actions">
        <Button>{t('sharedTeams.form.open')}</Button>
      </div>
    </Form>
  );
}

async function open(about: Opening): Promise<Response> {
  const { call, catalog, i18n } = about;
  const { deps, viewer } = call;
  const eventId = catalog.event.id;
  const competitionId = Number(postedText(call, 'competition', 20)) || 0;
  const competition = catalog.competitions.find(({ id }) => id === competitionId);
  const kind = teamKinds.find((each) => each === call.form.get('kind')) ?? 'friends';
  const done = await runForm(
    { ...call, i18n },
    async () => {
      const names = { name: postedText(call, 'name', 200), captain: postedText(call, 'captain', 200) };
      const places = Number(postedText(call, 'places', 20));
      const input = { eventId, competitionId, ...names, kind, places, viewer, language: call.i18n.locale };
      return `${teamPath(await deps.write((work) => openTeam(work, input)))}?done=opened`;
    },
    {
      beside: ({ code, details }) => {
        const fields = code === 'VALIDATION_FAILED' ? Object.keys((details.fields ?? {}) as object) : [];
        if (!fields.includes('places') || !competition) return null;
        return { places: i18n.t('sharedTeams.form.placesError', sizesOf(competition)) };
      },
      sentence: ({ code, details }) => {
        const key = `problem.${code}.${String(details.reason)}`;
        return i18n.has(key) ? i18n.t(key) : null;
      },
    },
  );
  return 'to' in done ? call.redirect(done.to) : show(about, done.state);
}

const path = '/events/{event}/shared-team' as const;
const mine = { may: 'sharedTeam.open', load: ownAccount } as const;
export const openPages: readonly PageRoute[] = [
  page({ method: 'get', path, ...mine }, async (call) => show(await opening(call))),
  page({ method: 'post', path, ...mine }, async (call) => open(await opening(call))),
];
