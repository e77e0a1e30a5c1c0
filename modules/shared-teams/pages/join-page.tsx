import type { ReactElement } from 'react';
import { startUnproven } from '#modules/accounts/index.ts';
import { renderUnderEvent, wordsOf } from '#modules/events/index.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { Problem, refuse, refuseFields } from '#src/kernel/problem.ts';
import { hours } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Facts } from '#src/ui/display.tsx';
import { EmailField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { behindMailedLink } from '#src/web/security-headers.ts';
import { bookingPath, invitedPath, isInvitedByLink, joinPath, opensPlace, opensTeam } from '../links.ts';
import { placesOf, settingsOf, teamOf } from '../read-teams.ts';
import { isLive } from '../rules/team-state.ts';
import type { TeamPlace } from '../schema.ts';
import { type Taking, takePlaces } from '../take-places.ts';
import { type TeamView, viewTeam } from '../view-team.ts';

/** A club may join from one network. */
const joinsOfNetwork: Limit = { name: 'team-join', most: 60, windowMs: hours(1), per: 'address' };

type Call = PageCall<'sharedTeam.join', 'sharedTeamId'>;
/** `place`: of an invitation; null: the team link. */
type Joining = { call: Call; teamView: TeamView; place: TeamPlace | null; i18n: Translator; link: string };

/** The link allows joining and shows no members. A withdrawn invitation says so. @throws Problem NOT_FOUND */
async function byLink(call: Call, open: (about: Joining) => Promise<Response>): Promise<Response> {
  const { deps, params, query, now } = call;
  const team = await teamOf(deps.read, params.sharedTeamId);
  const placeId = Number(query.get('place') ?? 0);
  const place = placeId ? (await placesOf(deps.read, team.id)).find(({ id }) => id === placeId) : null;
  const isOpened = placeId ? place && opensPlace(deps, place, query) : opensTeam(deps, team, query);
  const isOver = !isOpened && place && isInvitedByLink(deps, place, query);
  if (!isOpened && !isOver) return refuse('NOT_FOUND');
  const teamView = await viewTeam(deps.read, team, now);
  const i18n = wordsOf(call.i18n, teamView.catalog);
  if (isOver) return behindMailedLink(await showTakenBack(call, teamView, place, i18n));
  const link = place ? invitedPath(deps, place) : joinPath(deps, team);
  return open({ call, teamView, place: place ?? null, i18n, link });
}

function showTakenBack(call: Call, { catalog }: TeamView, place: TeamPlace, { t }: Translator): Promise<Response> {
  const { event } = catalog;
  const isTaken = place.participantId !== null;
  return renderUnderEvent(
    call,
    { catalog, title: t('sharedTeams.takenBack.title'), withoutQuery: true },
    <>
      <Alert tone="wait">
        {isTaken ? t('sharedTeams.join.not.taken') : t('sharedTeams.takenBack.text', { event: event.title })}
      </Alert>
      <p className="soft">{t('sharedTeams.takenBack.help')}</p>
      <p>
        <ButtonLink href={`/events/${event.id}`} look="quiet">
          {t('sharedTeams.toEvent')}
        </ButtonLink>
      </p>
    </>,
    410,
  );
}

function hindrance({ teamView, place, call }: Joining): 'over' | 'taken' | 'full' | null {
  if (!isLive(teamView.team.state)) return 'over';
  const isOwn = ({ claimedBy }: TeamPlace) => claimedBy !== null && claimedBy === call.viewer?.visitId;
  const canBe = teamView.places.filter(
    (each) => ['open', 'invited'].includes(each.state) || (each.state === 'entering' && isOwn(each)),
  );
  if (place) return canBe.some(({ id }) => id === place.id) ? null : 'taken';
  return canBe.some(({ email }) => email === null) ? null : 'full';
}

async function show(about: Joining, state?: FormState): Promise<Response> {
  const { call, teamView, i18n } = about;
  const { team, catalog, competition, price } = teamView;
  const { t } = i18n;
  const why = hindrance(about);
  const { shortRule: rule } = await settingsOf(call.deps.read, team.eventId);
  const values = { team: team.name, captain: team.captain, competition: competition.title, event: catalog.event.title };
  const response = await renderUnderEvent(
    call,
    { catalog, title: t('sharedTeams.join.title', values), withoutQuery: true },
    why ? (
      <>
        <Alert tone="wait">{t(`sharedTeams.join.not.${why}`, values)}</Alert>
        <p>
          <ButtonLink href={`/events/${catalog.event.id}`} look="quiet">
            {t('sharedTeams.toEvent')}
          </ButtonLink>
        </p>
      </>
    ) : (
      <>
        <p className="lead">{t('sharedTeams.join.lead', values)}</p>
        <Facts
          facts={[
            { label: t('sharedTeams.fact.competition'), value: competition.title },
            { label: t('sharedTeams.fact.when'), value: i18n.weekdayDateTime(competition.timestamp) },
            ...(price === null ? [] : [{ label: t('sharedTeams.fact.share'), value: i18n.money(price) }]),
            { label: t('sharedTeams.fact.payBy'), value: i18n.weekdayDateTime(team.payBy) },
          ]}
        />
        <TakeForm {...about} state={state} />
        <p className="soft small">
          {t(`sharedTeams.join.rules${rule === 'keep' ? 'Keep' : ''}`, { payBy: i18n.dateTime(team.payBy) })}
        </p>
      </>
    ),
    formStatus(state),
  );
  return behindMailedLink(response);
}

function TakeForm({ call, i18n, link, place, state }: Joining & { state: FormState | undefined }): ReactElement {
  const { t } = i18n;
  return (
    <Form action={link} {...(state ? { state } : {})} labelOf={() => t('sharedTeams.join.email')}>
      {call.viewer || place ? null : (
        <EmailField
          name="email"
          label={t('sharedTeams.join.email')}
          hint={t('sharedTeams.join.emailHint')}
          aria-required
        />
      )}
      <div className="form-actions">
        <Button>{t('sharedTeams.join.button')}</Button>
      </div>
    </Form>
  );
}

/** A visitor without a session gets a guest session, which reads nothing. */
async function take(about: Joining): Promise<Response> {
  const { call, teamView, place, i18n } = about;
  const { deps, context, clientAddress } = call;
  const taking: Taking = place ? { by: 'invited', placeId: place.id } : { by: 'link' };
  const done = await runForm({ ...call, i18n }, async () => {
    const visitId = call.viewer?.visitId ?? (await newVisit());
    await deps.write((work) => takePlaces(deps, work, teamView.team.id, { visitId, taking }));
    return bookingPath(teamView.team);
  });
  async function newVisit(): Promise<string> {
    const email =
      place?.email ??
      normalizeEmail(postedText(call, 'email', 320)) ??
      refuseFields({ email: [emailError(postedText(call, 'email', 320))] });
    await deps.write((work) => countTry(work, joinsOfNetwork, clientAddress, deps.config.limitFactor));
    const sessionId = await startUnproven(deps, context, email);
    const visitor = await deps.findViewer(sessionId);
    if (!visitor) throw new Problem('UNAUTHORIZED', 401, {});
    return visitor.visitId;
  }
  if ('to' in done) return call.redirect(done.to);
  const { team } = teamView;
  return show(
    { ...about, teamView: await viewTeam(deps.read, await teamOf(deps.read, team.id), call.now) },
    done.state,
  );
}

const path = '/shared-teams/{sharedTeamId}/join' as const;
export const joinPages: readonly PageRoute[] = [
  page({ method: 'get', path, may: 'sharedTeam.join' }, (call) => byLink(call, (about) => show(about))),
  page({ method: 'post', path, may: 'sharedTeam.join' }, (call) => byLink(call, take)),
];
