import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Empty, type Tone } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { Table } from '#src/ui/table.tsx';
import { listPath } from '../links.ts';
import { isLive, type TeamState } from '../rules/team-state.ts';
import type { TeamView } from '../view-team.ts';

const tones: Partial<Record<TeamState, Tone>> = { open: 'accent', grace: 'wait', complete: 'good', dissolved: 'bad' };

type View = { teams: readonly TeamView[]; i18n: Translator; eventId: number; csrfToken: string | null };

export function TeamsTable({ teams, i18n, eventId, csrfToken }: View): ReactElement {
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
