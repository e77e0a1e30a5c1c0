import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card, Empty, type Tone } from '#src/ui/display.tsx';
import { NumberField, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { closeTeam, extendTeam, saveSettings } from '../change-team.ts';
import { listPath } from '../links.ts';
import { legsOfEvent, settingsOf, teamOf } from '../read-teams.ts';
import { isLive, shortRules, type TeamSettings, type TeamState } from '../rules/team-state.ts';
import type { SharedTeam } from '../schema.ts';
import { type TeamView, viewTeams } from '../view-team.ts';

/** The API lists more. */
const maxShown = 200;
type Call<Name extends string = never> = PageCall<'sharedTeam.manage', 'event' | Name, Catalog>;
type PageRequest = PageCall<'order.view' | 'sharedTeam.manage', 'event', Catalog>;
const path = '/admin/events/{event}/shared-teams' as const;

async function show(call: PageRequest, state?: FormState): Promise<Response> {
  const { record: catalog, deps, query, viewer, now } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const { event } = catalog;
  const done = (['saved', 'closed', 'extended'] as const).find((name) => name === query.get('done'));
  const teams = await viewTeams(deps.read, event.id, maxShown, now);
  return call.render(
    <div className="stack">
      {done ? <Saved>{i18n.t(`sharedTeams.manage.done.${done}`)}</Saved> : null}
      <RefusalNote>{state?.refusal}</RefusalNote>
      {event.teamDays === null ? (
        <Alert>
          <p>{i18n.t('sharedTeams.manage.off')}</p>
          <ButtonLink href={`/admin/events/${event.id}/features`} look="quiet" small>
            {i18n.t('sharedTeams.manage.toSettings')}
          </ButtonLink>
        </Alert>
      ) : null}
      <TeamsTable {...{ teams, i18n, eventId: event.id, csrfToken: viewer.csrfToken }} />
      <Settings
        {...{ catalog, i18n }}
        settings={await settingsOf(deps.read, event.id)}
        legs={await legsOfEvent(deps.read, event.id)}
        state={state}
      />
    </div>,
    eventHead(catalog, i18n.t('sharedTeams.manage.title')),
    formStatus(state),
  );
}

type SettingsView = {
  catalog: Catalog;
  i18n: Translator;
  settings: TeamSettings;
  legs: ReadonlyMap<number, string[]>;
  state: FormState | undefined;
};

function Settings({ catalog, i18n, settings, legs, state }: SettingsView): ReactElement {
  const { t } = i18n;
  const relays = catalog.competitions.filter(({ type }) => type === 'team');
  return (
    <Card title={t('sharedTeams.manage.settings')}>
      <Form
        action={listPath(catalog.event.id)}
        {...(state ? { state } : {})}
        labelOf={(name) => (name === 'mostOpen' ? t('sharedTeams.manage.mostOpen') : undefined)}
      >
        <NumberField
          name="mostOpen"
          label={t('sharedTeams.manage.mostOpen')}
          hint={t('sharedTeams.manage.mostOpenHint')}
          defaultValue={String(settings.mostOpen)}
        />
        <SelectField
          name="shortRule"
          label={t('sharedTeams.manage.shortRule')}
          hint={t('sharedTeams.manage.shortRuleHint')}
          options={shortRules.map((rule) => ({ value: rule, label: t(`sharedTeams.manage.rule.${rule}`) }))}
          defaultValue={settings.shortRule}
        />
        {relays.map(({ id, title }) => (
          <TextField
            key={id}
            name={`legs-${id}`}
            label={t('sharedTeams.manage.legs', { competition: title })}
            hint={t('sharedTeams.manage.legsHint')}
            optional={t('ui.form.optional')}
            defaultValue={(legs.get(id) ?? []).join(', ')}
            maxLength={500}
            autoComplete="off"
          />
        ))}
        <div className="form-actions">
          <Button>{t('ui.form.save')}</Button>
        </div>
      </Form>
    </Card>
  );
}

async function save(call: Call): Promise<Response> {
  const { deps, record: catalog, viewer } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const done = await runForm({ ...call, i18n }, async () => {
    const relays = catalog.competitions.filter(({ type }) => type === 'team');
    const legs = new Map(relays.map(({ id }) => [id, postedText(call, `legs-${id}`, 500)]));
    const shortRule = shortRules.find((rule) => rule === call.form.get('shortRule')) ?? 'dissolve';
    const input = { mostOpen: Number(postedText(call, 'mostOpen', 5)), shortRule, legs };
    await deps.write((work) => saveSettings(work, { editor: viewer, catalog }, input));
    return `${listPath(catalog.event.id)}?done=saved`;
  });
  return 'to' in done ? call.redirect(done.to) : show(call, done.state);
}

/** @throws Problem NOT_FOUND for a team of another event */
async function teamIn(call: Call<'sharedTeamId'>): Promise<SharedTeam> {
  const team = await teamOf(call.deps.read, call.params.sharedTeamId);
  return team.eventId === call.record.event.id ? team : refuse('NOT_FOUND');
}

async function close(call: Call<'sharedTeamId'>): Promise<Response> {
  const { deps, record: catalog, viewer } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const team = await teamIn(call);
  const base = listPath(catalog.event.id);
  if (!isConfirmed(call))
    return call.render(
      <Confirm
        action={`${base}/${team.id}/close`}
        question={i18n.t('sharedTeams.manage.closeQuestion', { team: team.name })}
        text={i18n.t('sharedTeams.manage.closeText')}
        button={i18n.t('sharedTeams.manage.close')}
        back={base}
      />,
      eventHead(catalog, i18n.t('sharedTeams.manage.close')),
    );
  const done = await runForm({ ...call, i18n }, async () => {
    await deps.write((work) => closeTeam(deps, work, { editor: viewer, catalog }, team.id));
    return `${base}?done=closed`;
  });
  return 'to' in done ? call.redirect(done.to) : show(call, done.state);
}

async function extend(call: Call<'sharedTeamId'>): Promise<Response> {
  const { deps, record: catalog, viewer } = call;
  const i18n = wordsOf(call.i18n, catalog);
  const team = await teamIn(call);
  const done = await runForm(
    { ...call, i18n },
    async () => {
      await deps.write((work) => extendTeam(deps, work, { editor: viewer, catalog }, team.id, 3));
      return `${listPath(catalog.event.id)}?done=extended`;
    },
    {
      sentence: ({ code, details }) => {
        const key = `problem.${code}.${String(details.reason)}`;
        return i18n.has(key) ? i18n.t(key) : null;
      },
    },
  );
  return 'to' in done ? call.redirect(done.to) : show(call, done.state);
}

const manages = { may: 'sharedTeam.manage', load: loadCatalog } as const;
export const managePages: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'order.view', load: loadCatalog }, (call) => show(call)),
  page({ method: 'post', path, ...manages }, save),
  page({ method: 'post', path: `${path}/{sharedTeamId}/close`, ...manages }, close),
  page({ method: 'post', path: `${path}/{sharedTeamId}/extend`, ...manages }, extend),
];

const tones: Partial<Record<TeamState, Tone>> = { open: 'accent', grace: 'wait', complete: 'good', dissolved: 'bad' };

type View = { teams: readonly TeamView[]; i18n: Translator; eventId: number; csrfToken: string | null };

function TeamsTable({ teams, i18n, eventId, csrfToken }: View): ReactElement {
  const { t } = i18n;
  const base = listPath(eventId);
  return (
    <Table
      caption={t('sharedTeams.manage.teams')}
      rows={teams}
      rowKey={({ team }) => team.id}
      empty={<Empty title={t('sharedTeams.manage.none')} text={t('sharedTeams.manage.noneText')} />}
      columns={[
        {
          key: 'name',
          title: t('sharedTeams.manage.team'),
          heading: true,
          card: 'start',
          cell: ({ team }) => team.name,
        },
        {
          key: 'state',
          title: t('sharedTeams.manage.state'),
          card: 'end',
          cell: ({ team: { state } }) => (
            <Badge tone={tones[state] ?? 'neutral'}>{t(`sharedTeams.manage.is.${state}`)}</Badge>
          ),
        },
        { key: 'competition', title: t('sharedTeams.fact.competition'), cell: ({ competition }) => competition.title },
        {
          key: 'captain',
          title: t('sharedTeams.manage.captain'),
          cell: ({ team }) => [team.captain, team.email].filter(Boolean).join(', ') || '–',
        },
        { key: 'kind', title: t('sharedTeams.manage.kind'), cell: ({ team }) => t(`sharedTeams.kind.${team.kind}`) },
        {
          key: 'in',
          title: t('sharedTeams.manage.members'),
          cell: ({ places, paid }) => (
            <>
              <p>{t('sharedTeams.manage.paidOf', { paid, places: places.length })}</p>
              <p className="soft small">
                {places
                  .map(({ member, email, state }) =>
                    member
                      ? `${member.firstName} ${member.lastName} (${t(`sharedTeams.place.is.${state}`)})`
                      : (email ?? t(`sharedTeams.place.is.${state}`)),
                  )
                  .join(', ')}
              </p>
            </>
          ),
        },
        { key: 'payBy', title: t('sharedTeams.fact.payBy'), cell: ({ team }) => i18n.shortDateTime(team.payBy) },
        {
          key: 'do',
          title: t('sharedTeams.place.do'),
          cell: ({ team }) =>
            isLive(team.state) ? (
              <div className="row">
                {(['extend', 'close'] as const).map((step) => (
                  <PostButton key={step} action={`${base}/${team.id}/${step}`} csrfToken={csrfToken} look="quiet" small>
                    {t(`sharedTeams.manage.${step}`)}
                    <span className="visually-hidden"> {team.name}</span>
                  </PostButton>
                ))}
              </div>
            ) : (
              '–'
            ),
        },
      ]}
    />
  );
}
