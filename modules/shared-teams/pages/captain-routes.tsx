import { renderUnderEvent, wordsOf } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { qrDataUrl } from '#src/documents/qr.ts';
import { Confirm, isConfirmed } from '#src/web/forms/confirm.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import { namedProblem } from '#src/web/forms/refusal.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { giveTeamUp, movePlace, renewLink } from '../change-team.ts';
import { inviteMember, remindMember, takeInvitationBack } from '../invite-member.ts';
import { bookingPath, joinPath, teamPath } from '../links.ts';
import { loadOwnTeam } from '../load.ts';
import { isLive } from '../rules/team-state.ts';
import type { SharedTeam } from '../schema.ts';
import { takePlaces } from '../take-places.ts';
import { viewTeam } from '../view-team.ts';
import { CaptainPage } from './captain-page.tsx';

type Call = PageCall<'sharedTeam.lead', 'sharedTeamId', SharedTeam>;

async function show(call: Call, state?: FormState, of?: 'invite' | 'take'): Promise<Response> {
  const { deps, record: team, now, query } = call;
  const shown = await viewTeam(deps.read, team, now);
  const i18n = wordsOf(call.i18n, shown.catalog);
  const link = isLive(team.state) ? deps.config.publicUrl + joinPath(deps, team) : null;
  return renderUnderEvent(
    call,
    { catalog: shown.catalog, title: i18n.t('sharedTeams.captain.title', { team: team.name }) },
    <CaptainPage
      {...{ shown, i18n, link }}
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

/** Runs a verb and returns to the page with its result or the refusal. */
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
      const asked = { visitId: viewer.visitId, taking: { by: 'captain' as const, count } };
      await deps.write((work) => takePlaces(deps, work, record.id, asked));
      return bookingPath(record);
    },
    { sentence: ({ code }) => namedProblem(call.i18n, code) },
  );
  return 'to' in done ? call.redirect(done.to) : show(call, done.state, 'take');
}

async function giveUp(call: Call): Promise<Response> {
  const { deps, record } = call;
  if (isConfirmed(call)) return act(call, 'closed', (work) => giveTeamUp(deps, work, record.id));
  const shown = await viewTeam(deps.read, record, call.now);
  const { t } = wordsOf(call.i18n, shown.catalog);
  return renderUnderEvent(
    call,
    { catalog: shown.catalog, title: t('sharedTeams.captain.giveUp') },
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
