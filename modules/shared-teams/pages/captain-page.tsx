import type { ReactElement } from 'react';
import { renderUnderEvent, wordsOf } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { qrDataUrl } from '#src/documents/qr.ts';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, Facts, type Tone } from '#src/ui/display.tsx';
import { EmailField, NumberField, TextField } from '#src/ui/field.tsx';
import { Button, Form, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import { namedProblem } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { giveTeamUp, inviteMember, movePlace, remindMember, renewLink, takeInvitationBack } from '../change-team.ts';
import { bookingPath, joinPath, teamPath } from '../links.ts';
import { loadOwnTeam } from '../read-teams.ts';
import { isLive } from '../rules/team-state.ts';
import type { SharedTeam } from '../schema.ts';
import { takePlaces } from '../take-places.ts';
import { type PlaceState, type PlaceView, type TeamView, viewTeam } from '../view-team.ts';

type View = {
  teamView: TeamView;
  i18n: Translator;
  link: string | null;
  qr: string | null;
  csrfToken: string | null;
  done: string | null;
  inviteState: FormState | undefined;
  takeState: FormState | undefined;
  refusal: string | null;
};

const doneWords = ['opened', 'invited', 'reminded', 'takenBack', 'moved', 'newLink', 'closed'] as const;
const stateTones: Record<PlaceState, Tone> = {
  paid: 'good',
  ordered: 'wait',
  entering: 'wait',
  invited: 'accent',
  open: 'neutral',
  gone: 'bad',
  left: 'neutral',
};

function CaptainPage(view: View): ReactElement {
  const { teamView, i18n, done, refusal, link } = view;
  const { team, competition, paid, places } = teamView;
  const { t } = i18n;
  const doneWord = doneWords.find((name) => name === done);
  const values = { payBy: i18n.weekdayDateTime(team.payBy), until: i18n.weekdayDateTime(team.until) };
  return (
    <>
      {doneWord ? <Saved>{t(`sharedTeams.done.${doneWord}`)}</Saved> : null}
      <RefusalNote>{refusal}</RefusalNote>
      <p className="lead">{t(`sharedTeams.captain.lead.${team.state}`, { ...values, paid, places: places.length })}</p>
      <Facts
        facts={[
          { label: t('sharedTeams.fact.competition'), value: competition.title },
          ...(teamView.price === null
            ? []
            : [{ label: t('sharedTeams.fact.share'), value: i18n.money(teamView.price) }]),
          ...(isLive(team.state) ? [{ label: t('sharedTeams.fact.payBy'), value: values.payBy }] : []),
        ]}
      />
      <Places {...view} />
      {isLive(team.state) && teamView.free > 0 ? <Missing {...view} /> : null}
      {link && isLive(team.state) && teamView.free > 0 ? <Inviting {...view} link={link} /> : null}
      {isLive(team.state) ? <GiveUp {...view} /> : null}
    </>
  );
}

function Places({ teamView, i18n, csrfToken }: View): ReactElement {
  const { team, places } = teamView;
  const { t } = i18n;
  const base = teamPath(team);
  const hasLegs = places.some(({ leg }) => leg !== null);
  const nameOf = ({ member, email, state }: PlaceView) =>
    member
      ? `${member.firstName} ${member.lastName}`
      : (email ?? t(`sharedTeams.place.${state === 'left' ? 'empty' : 'nobody'}`));
  const isOrdered = isLive(team.state) || team.state === 'complete';
  const button = (place: PlaceView, step: 'remind' | 'take-back' | 'move', label: string, more = {}) => (
    <PostButton
      key={label}
      action={`${base}/${step}`}
      csrfToken={csrfToken}
      fields={{ place: place.id, ...more }}
      look="quiet"
      small
    >
      {label}
      <span className="visually-hidden"> {nameOf(place)}</span>
    </PostButton>
  );
  const buttons = (place: PlaceView, at: number): ReactElement[] => [
    ...(place.state === 'invited' && isLive(team.state)
      ? [
          button(place, 'remind', t('sharedTeams.place.remind')),
          button(place, 'take-back', t('sharedTeams.place.takeBack')),
        ]
      : []),
    ...(isOrdered && at > 0 ? [button(place, 'move', t('sharedTeams.place.up'), { by: 'up' })] : []),
    ...(isOrdered && at < places.length - 1
      ? [button(place, 'move', t('sharedTeams.place.down'), { by: 'down' })]
      : []),
  ];
  return (
    <Table
      caption={t('sharedTeams.place.title')}
      rows={places}
      rowKey={({ id }) => id}
      empty=""
      columns={[
        {
          key: 'who',
          title: t('sharedTeams.place.who'),
          heading: true,
          card: 'start' as const,
          cell: (place) => nameOf(place),
        },
        {
          key: 'state',
          title: t('sharedTeams.place.state'),
          card: 'end' as const,
          cell: ({ state }) => <Badge tone={stateTones[state]}>{t(`sharedTeams.place.is.${state}`)}</Badge>,
        },
        {
          key: 'leg',
          title: t(hasLegs ? 'sharedTeams.place.leg' : 'sharedTeams.place.number'),
          cell: (place) => place.leg ?? i18n.number(places.indexOf(place) + 1),
        },
        {
          key: 'do',
          title: t('sharedTeams.place.do'),
          cell: (place) => <div className="row">{buttons(place, places.indexOf(place))}</div>,
        },
      ]}
    />
  );
}

function Missing({ teamView, i18n, takeState }: View): ReactElement {
  const { team, free, price, places } = teamView;
  const { t } = i18n;
  const isFirst = places.every(({ member }) => member === null);
  return (
    <Card title={t(`sharedTeams.take.${isFirst ? 'titleFirst' : 'title'}`)}>
      <p>{t(`sharedTeams.take.${isFirst ? 'textFirst' : 'text'}`)}</p>
      <Form
        action={`${teamPath(team)}/take`}
        {...(takeState ? { state: takeState } : {})}
        labelOf={() => t('sharedTeams.take.count')}
      >
        <NumberField
          name="count"
          label={t('sharedTeams.take.count')}
          hint={
            price === null
              ? t('sharedTeams.take.hintFree', { free })
              : t('sharedTeams.take.hint', { free, all: i18n.money(cents(price * free)) })
          }
          defaultValue={isFirst ? '1' : String(free)}
        />
        <div className="form-actions">
          <Button>{t('sharedTeams.take.button')}</Button>
        </div>
      </Form>
    </Card>
  );
}

function Inviting({ teamView, i18n, link, qr, csrfToken, inviteState }: View & { link: string }): ReactElement {
  const { t } = i18n;
  const base = teamPath(teamView.team);
  return (
    <Card title={t('sharedTeams.invite.title')}>
      <TextField
        name="link"
        label={t('sharedTeams.invite.link')}
        hint={t('sharedTeams.invite.linkHint')}
        readOnly
        value={link}
      />
      {qr ? <img src={qr} alt={t('sharedTeams.invite.qr')} width={180} height={180} /> : null}
      <Form
        action={`${base}/invite`}
        {...(inviteState ? { state: inviteState } : {})}
        labelOf={() => t('sharedTeams.invite.email')}
      >
        <EmailField
          name="email"
          label={t('sharedTeams.invite.email')}
          hint={t('sharedTeams.invite.emailHint')}
          autoComplete="off"
        />
        <div className="form-actions">
          <Button look="quiet">{t('sharedTeams.invite.button')}</Button>
        </div>
      </Form>
      <PostButton action={`${base}/new-link`} csrfToken={csrfToken} look="quiet" small>
        {t('sharedTeams.invite.newLink')}
      </PostButton>
    </Card>
  );
}

function GiveUp({ teamView, i18n, csrfToken }: View): ReactElement | null {
  if (teamView.places.some(({ member }) => member !== null)) return null;
  return (
    <PostButton action={`${teamPath(teamView.team)}/give-up`} csrfToken={csrfToken} look="quiet">
      {i18n.t('sharedTeams.captain.giveUp')}
    </PostButton>
  );
}

type Call = PageCall<'sharedTeam.lead', 'sharedTeamId', SharedTeam>;

async function show(call: Call, state?: FormState, of?: 'invite' | 'take'): Promise<Response> {
  const { deps, record: team, now, query } = call;
  const teamView = await viewTeam(deps.read, team, now);
  const i18n = wordsOf(call.i18n, teamView.catalog);
  const link = isLive(team.state) ? deps.config.publicUrl + joinPath(deps, team) : null;
  return renderUnderEvent(
    call,
    { catalog: teamView.catalog, title: i18n.t('sharedTeams.captain.title', { team: team.name }) },
    <CaptainPage
      {...{ teamView, i18n, link }}
      qr={link && (await qrDataUrl(link))}
      csrfToken={call.viewer.csrfToken}
      done={query.get('done')}
      inviteState={of === 'invite' ? state : undefined}
      takeState={of === 'take' ? state : undefined}
      refusal={state && of === undefined ? state.refusal : null}
    />,
    formStatus(state),
  );
}

async function act(call: Call, done: string, run: (work: Work) => Promise<unknown>): Promise<Response> {
  const result = await runForm(call, async () => {
    await call.deps.write(run);
    return `${teamPath(call.record)}?done=${done}`;
  });
  return 'to' in result ? call.redirect(result.to) : show(call, result.state);
}

const by = ({ record, deps }: Call) => ({ team: record, limitFactor: deps.config.limitFactor });
const placeId = (call: Call): number => Number(postedText(call, 'place', 12)) || 0;

async function invite(call: Call): Promise<Response> {
  const done = await runForm(call, async () => {
    await call.deps.write((work) => inviteMember(work, by(call), postedText(call, 'email', 320)));
    return `${teamPath(call.record)}?done=invited`;
  });
  return 'to' in done ? call.redirect(done.to) : show(call, done.state, 'invite');
}

async function take(call: Call): Promise<Response> {
  const { deps, record, viewer } = call;
  const done = await runForm(
    call,
    async () => {
      const count = Number(postedText(call, 'count', 5)) || 0;
      const input = { visitId: viewer.visitId, taking: { by: 'captain' as const, count } };
      await deps.write((work) => takePlaces(deps, work, record.id, input));
      return bookingPath(record);
    },
    { sentence: ({ code }) => namedProblem(call.i18n, code) },
  );
  return 'to' in done ? call.redirect(done.to) : show(call, done.state, 'take');
}

async function giveUp(call: Call): Promise<Response> {
  const { deps, record } = call;
  if (isConfirmed(call)) return act(call, 'closed', (work) => giveTeamUp(deps, work, record.id));
  const teamView = await viewTeam(deps.read, record, call.now);
  const { t } = wordsOf(call.i18n, teamView.catalog);
  return renderUnderEvent(
    call,
    { catalog: teamView.catalog, title: t('sharedTeams.captain.giveUp') },
    <Confirm
      action={`${teamPath(record)}/give-up`}
      question={t('sharedTeams.captain.giveUpQuestion', { team: record.name })}
      text={t('sharedTeams.captain.giveUpText')}
      button={t('sharedTeams.captain.giveUp')}
      back={teamPath(record)}
    />,
  );
}

const path = '/shared-teams/{sharedTeamId}' as const;
const mine = { may: 'sharedTeam.lead', load: loadOwnTeam } as const;
export const captainPages: readonly PageRoute[] = [
  page({ method: 'get', path, ...mine }, (call) => show(call)),
  page({ method: 'post', path: `${path}/invite`, ...mine }, invite),
  page({ method: 'post', path: `${path}/take`, ...mine }, take),
  page({ method: 'post', path: `${path}/remind`, ...mine }, (call) =>
    act(call, 'reminded', (work) => remindMember(work, by(call), placeId(call))),
  ),
  page({ method: 'post', path: `${path}/take-back`, ...mine }, (call) =>
    act(call, 'takenBack', (work) => takeInvitationBack(work, call.record, placeId(call))),
  ),
  page({ method: 'post', path: `${path}/move`, ...mine }, (call) =>
    act(call, 'moved', (work) =>
      movePlace(work, call.record.id, placeId(call), postedText(call, 'by', 4) === 'up' ? -1 : 1),
    ),
  ),
  page({ method: 'post', path: `${path}/new-link`, ...mine }, (call) =>
    act(call, 'newLink', (work) => renewLink(work, call.record)),
  ),
  page({ method: 'post', path: `${path}/give-up`, ...mine }, giveUp),
];
