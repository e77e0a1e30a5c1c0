import type { ReactElement } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink, PostButton, Saved } from '#src/ui/form.tsx';
import { Live } from '#src/ui/live.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type FormSpec, formOf, moment, number } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import type { KnownRoom } from '../read-room.ts';
import { managePath, roomPath } from '../rules/paths.ts';
import type { RoomSettings } from '../rules/room.ts';
import { settingsOf } from '../save-room.ts';
import type { WaitingRoom } from '../schema.ts';

export const roomForm: FormSpec = formOf('waitingRoom', [
  { name: 'pace', fields: [number('mostAtOnce', true), number('perMinute'), number('windowMinutes', true)] },
  { name: 'times', fields: [moment('beginsAt'), number('leadMinutes', true), moment('keepUntil')] },
]);
export const formRecord = (settings: RoomSettings): RoomSettings => settings;

type Props = {
  catalog: Catalog;
  room: WaitingRoom | null;
  known: KnownRoom | null;
  state: FormState | undefined;
  notice: string | null;
  i18n: Translator;
  now: Instant;
};

export function ManagePage({ catalog, room, known, state, notice, i18n }: Props): ReactElement {
  const { t } = i18n;
  const isOn = known !== null;
  return (
    <div className="stack">
      {notice ? <Saved>{notice}</Saved> : null}
      {isOn ? <Running known={known} i18n={i18n} /> : <p>{t('waitingRoom.manage.about')}</p>}
      {!isOn && room?.endedAt ? (
        <Alert>
          {t('waitingRoom.manage.ended', {
            at: i18n.dateTime(room.endedAt),
            admitted: room.admitted,
            booked: room.booked,
          })}
        </Alert>
      ) : null}
      <Card title={t(isOn ? 'waitingRoom.manage.settings' : 'waitingRoom.manage.setUp')}>
        <SavingForm
          form={roomForm}
          record={formRecord(settingsOf(room))}
          state={state}
          i18n={i18n}
          action={managePath(catalog.event.id)}
          {...(isOn ? {} : { submit: t('waitingRoom.manage.switchOn') })}
        />
      </Card>
    </div>
  );
}

function Running({ known, i18n }: { known: KnownRoom; i18n: Translator }): ReactElement {
  const { csrfToken } = usePage();
  const { t } = i18n;
  const { room, opensAt, phase, pace, gathered, waiting } = known;
  const path = managePath(room.eventId);
  const opens = opensAt === null ? '' : i18n.weekdayDateTime(opensAt);
  const state =
    phase === 'open'
      ? t(room.isPaused ? 'waitingRoom.manage.paused' : 'waitingRoom.manage.open')
      : t('waitingRoom.manage.before', { opens });
  return (
    <Card title={t('waitingRoom.manage.now')}>
      <Live className="stack-s waiting-figures" every={5}>
        <p>{state}</p>
        <Facts
          facts={[
            { label: t('waitingRoom.figure.joined'), value: i18n.number(room.lastNumber) },
            phase === 'open'
              ? { label: t('waitingRoom.figure.waiting'), value: i18n.number(waiting) }
              : { label: t('waitingRoom.figure.gathered'), value: i18n.number(gathered) },
            { label: t('waitingRoom.figure.active'), value: i18n.number(pace.active) },
            { label: t('waitingRoom.figure.admitted'), value: i18n.number(room.admitted) },
            { label: t('waitingRoom.figure.booked'), value: i18n.number(room.booked) },
            { label: t('waitingRoom.figure.lastMinute'), value: i18n.number(pace.recent) },
          ]}
        />
      </Live>
      <div className="form-actions">
        <PostButton action={`${path}/${room.isPaused ? 'resume' : 'pause'}`} csrfToken={csrfToken} look="quiet">
          {t(room.isPaused ? 'waitingRoom.manage.resume' : 'waitingRoom.manage.pause')}
        </PostButton>
        <ButtonLink look="quiet" href={`${path}/end`}>
          {t('waitingRoom.manage.end')}
        </ButtonLink>
        <ButtonLink look="plain" href={roomPath(room.eventId)}>
          {t('waitingRoom.manage.look')}
        </ButtonLink>
      </div>
    </Card>
  );
}
