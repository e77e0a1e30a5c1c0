import type { ReactElement } from 'react';
import {
  byOwnLink,
  headOfTicket,
  type OwnPageOf,
  ownSubPath,
  type Ticket,
  ticketTranslator,
} from '#modules/checkin/index.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { RadioCards } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { refuse } from '../rules/problems.ts';
import { chooseWave, type WaveChoice, waveChoiceOf } from './choose-wave.ts';

const path = '/tickets/{participantId}/wave';
const subpath = '/wave';
type Call = PageCall<'participant.change', 'participantId'>;

const who = ({ order, participant }: Pick<Ticket, 'order' | 'participant'>) => ({
  ...{ eventId: order.event.id, participantId: participant.id },
});

/** @throws Problem NOT_FOUND where the participant's wave allows no choice */
async function choiceOf({ deps, now }: Call, ticket: Ticket): Promise<WaveChoice> {
  const choice = ticket.isValid ? await waveChoiceOf(deps.read, who(ticket), now) : null;
  return choice ?? refuse('NOT_FOUND');
}

type View = {
  choice: WaveChoice;
  title: string;
  action: string;
  back: string;
  state: FormState | undefined;
  i18n: Translator;
};

function OwnWavePage({ choice, title, action, back, state, i18n }: View): ReactElement {
  const { t } = i18n;
  const { own, others, isFixed } = choice;
  return (
    <div className="narrow stack">
      <h1>{title}</h1>
      <p>{t('bibs.waves.own.now', { wave: own.title, start: i18n.weekdayDateTime(own.startsAt) })}</p>
      {others.length > 0 ? (
        <Form action={action} {...(state ? { state } : {})}>
          <RadioCards
            name="waveId"
            label={t('bibs.waves.own.choose')}
            required
            choices={others.map(({ id, title, startsAt, size, people }) => ({
              ...{ value: String(id), label: title, text: i18n.weekdayDateTime(startsAt) },
              aside: t('bibs.waves.own.places', { count: size - people }),
            }))}
          />
          <div className="form-actions">
            <Button>{t('bibs.waves.own.submit')}</Button>
          </div>
        </Form>
      ) : (
        <Alert tone="wait">{t(isFixed ? 'bibs.waves.own.fixed' : 'bibs.waves.own.full')}</Alert>
      )}
      <div className="form-actions">
        <ButtonLink look="quiet" href={back}>
          {t('ownPage.back')}
        </ButtonLink>
      </div>
    </div>
  );
}

async function show(call: Call, ticket: Ticket, state?: FormState): Promise<Response> {
  const { signer } = call.deps;
  const i18n = ticketTranslator(ticket, call.i18n.locale);
  const title = i18n.t('bibs.waves.own.title');
  return call.render(
    <OwnWavePage
      {...{ title, state, i18n }}
      choice={await choiceOf(call, ticket)}
      action={ownSubPath(signer, ticket, subpath)}
      back={ownSubPath(signer, ticket, '')}
    />,
    headOfTicket(ticket, title),
    formStatus(state),
  );
}

/** The signed link is the authorization. */
export const ownWavePages: Route[] = [
  page(
    { method: 'get', path, may: 'participant.change' },
    byOwnLink((call: Call, ticket) => show(call, ticket)),
  ),
  page(
    { method: 'post', path, may: 'participant.change' },
    byOwnLink(async (call: Call, ticket) => {
      const { deps, form } = call;
      await choiceOf(call, ticket);
      const saved = await runForm(call, async () => {
        const waveId = Number(form.get('waveId'));
        if (!Number.isSafeInteger(waveId) || waveId < 1) refuseFields({ waveId: ['required'] });
        await deps.write((work) => chooseWave(work, { ...who(ticket), waveId }));
        return `${ownSubPath(deps.signer, ticket, '')}&saved`;
      });
      return 'to' in saved ? call.redirect(saved.to) : show(call, ticket, saved.state);
    }),
  ),
];

export async function ownWavePart(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  { order, person, sign }: OwnPageOf,
  i18n: Translator,
): Promise<ReactElement | null> {
  const choice = await waveChoiceOf(read, who({ order, participant: person }), clock());
  if (!choice || choice.isFixed) return null;
  const { own } = choice;
  return (
    <Card title={i18n.t('bibs.waves.wave')}>
      <p>{i18n.t('bibs.waves.own.now', { wave: own.title, start: i18n.weekdayDateTime(own.startsAt) })}</p>
      <div className="row">
        <ButtonLink look="quiet" href={sign(subpath)}>
          {i18n.t('bibs.waves.own.title')}
        </ButtonLink>
      </div>
    </Card>
  );
}
