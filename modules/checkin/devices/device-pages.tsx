import type { ReactElement } from 'react';
import { eventHead, loadCatalog, managed } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { qrDataUrl } from '#src/documents/qr.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, Empty, Facts } from '#src/ui/display.tsx';
import { CheckboxField, TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { deviceCode, deviceEnd, deviceLink } from './open-device.ts';
import { type Device, devicesOf } from './read-devices.ts';
import { createDevice, endDevice, longestGateName } from './save-devices.ts';

export const devicesPath = (eventId: number): string => `/admin/events/${eventId}/devices`;
const manages = { may: 'gate.manage', load: loadCatalog } as const;
type Call = PageCall<'gate.manage', 'event', Catalog>;
type DeviceCall = PageCall<'gate.manage', 'event' | 'deviceId', Catalog>;
const quietMs = 5 * 60_000;

type ListedDevice = Device & { link: string; code: string; qr: string | null };
type Fault = { input: Record<string, string>; errors: Record<string, string> } | null;

async function showDevices(request: Call, fault: Fault = null): Promise<Response> {
  const { call, catalog } = managed(request);
  const { deps, i18n, now } = call;
  const devices: ListedDevice[] = await Promise.all(
    (await devicesOf(deps.read, catalog.event.id)).map(async (device) => {
      const link = deviceLink(deps, device);
      const waits = device.openedAt === null && device.endedAt === null;
      return { ...device, link, code: deviceCode(deps.signer, device), qr: waits ? await qrDataUrl(link) : null };
    }),
  );
  return call.render(
    <div className="stack">
      <p className="soft">{i18n.t('gate.devices.intro', { until: i18n.dateTime(deviceEnd(catalog)) })}</p>
      <NewDevice eventId={catalog.event.id} fault={fault} takesCash={catalog.event.cashAtDesk} />
      <DeviceList
        eventId={catalog.event.id}
        devices={devices}
        i18n={i18n}
        now={now}
        isOver={now > deviceEnd(catalog)}
      />
    </div>,
    eventHead(catalog, i18n.t('gate.devices.title')),
    fault ? 400 : 200,
  );
}

function NewDevice(props: { eventId: number; fault: Fault; takesCash: boolean }): ReactElement {
  const { eventId, fault, takesCash } = props;
  const { i18n } = usePage();
  return (
    <Card title={i18n.t('gate.devices.new')}>
      <Form
        action={devicesPath(eventId)}
        requiredNote={i18n.t('ui.form.required')}
        {...(fault ? { state: fault } : {})}
      >
        <TextField
          name="gate"
          label={i18n.t('gate.devices.gate')}
          hint={i18n.t('gate.devices.gateHint')}
          maxLength={longestGateName}
          required
        />
        <CheckboxField name="mayHandOut" value="on" label={i18n.t('gate.devices.mayHandOut')} />
        {takesCash ? <CheckboxField name="mayTakeCash" value="on" label={i18n.t('gate.devices.mayTakeCash')} /> : null}
        <Button>{i18n.t('gate.devices.make')}</Button>
      </Form>
    </Card>
  );
}

function DeviceList(props: {
  eventId: number;
  devices: readonly ListedDevice[];
  i18n: Translator;
  now: Instant;
  isOver: boolean;
}): ReactElement {
  const { eventId, devices, i18n, now, isOver } = props;
  if (devices.length === 0) return <Empty title={i18n.t('gate.devices.none')} text={i18n.t('gate.devices.noneText')} />;
  return (
    <ul className="gate-devices">
      {devices.map((device) => {
        const {
          id,
          gate,
          mayHandOut,
          mayTakeCash,
          openedAt,
          lastSeenAt,
          endedAt,
          held,
          createdAt,
          createdBy,
          qr,
          link,
          code,
        } = device;
        const state = endedAt !== null ? 'ended' : isOver ? 'over' : openedAt === null ? 'waits' : 'inUse';
        return (
          <li key={id} className="card" id={`device-${id}`}>
            <h2>
              {gate} <span className="soft figures">#{id}</span>
            </h2>
            <p>
              <Badge tone={state === 'inUse' ? 'good' : state === 'waits' ? 'wait' : 'neutral'}>
                {i18n.t(`gate.devices.state.${state}`)}
              </Badge>{' '}
              <Badge>
                {i18n.t(
                  mayTakeCash ? 'gate.devices.takesCash' : mayHandOut ? 'gate.devices.handsOut' : 'gate.devices.scans',
                )}
              </Badge>
            </p>
            {qr ? (
              <div className="gate-device-link">
                <img src={qr} width={220} height={220} alt={i18n.t('gate.devices.qr', { gate })} />
                <div className="stack">
                  <p>{i18n.t('gate.devices.open')}</p>
                  <p>
                    <code className="gate-device-address">{link}</code>
                  </p>
                  <p className="soft small">{i18n.t('gate.devices.typed', { code })}</p>
                </div>
              </div>
            ) : null}
            <Facts
              facts={[
                ...(lastSeenAt === null
                  ? []
                  : [
                      {
                        label: i18n.t('gate.devices.lastSeen'),
                        value: (
                          <>
                            {i18n.shortDateTime(lastSeenAt)}{' '}
                            {state === 'inUse' && now - lastSeenAt > quietMs ? (
                              <Badge tone="wait">{i18n.t('gate.devices.quiet')}</Badge>
                            ) : null}
                          </>
                        ),
                      },
                      {
                        label: i18n.t('gate.devices.held'),
                        value: i18n.t('gate.devices.heldCount', { count: held }),
                      },
                    ]),
                {
                  label: i18n.t('gate.devices.madeBy'),
                  value: i18n.t('gate.devices.made', { who: createdBy, when: i18n.shortDateTime(createdAt) }),
                },
                ...(endedAt === null
                  ? []
                  : [{ label: i18n.t('gate.devices.endedAt'), value: i18n.shortDateTime(endedAt) }]),
              ]}
            />
            {endedAt === null && !isOver ? (
              <p>
                <ButtonLink href={`${devicesPath(eventId)}/${id}/end`} look="quiet" small>
                  {i18n.t('gate.devices.end')}
                </ButtonLink>
              </p>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

async function askToEnd(request: DeviceCall): Promise<Response> {
  const { call, catalog } = managed(request);
  const { deps, i18n, params } = request;
  const eventId = catalog.event.id;
  const device = (await devicesOf(deps.read, eventId)).find(({ id }) => id === params.deviceId) ?? refuse('NOT_FOUND');
  if (device.endedAt !== null) return request.redirect(devicesPath(eventId));
  return call.render(
    <div className="stack narrow">
      <p>{i18n.t('gate.devices.endText')}</p>
      {device.held > 0 ? (
        <p>
          <strong>{i18n.t('gate.devices.endHeld', { count: device.held })}</strong>
        </p>
      ) : null}
      <div className="form-actions">
        <PostButton
          action={`${devicesPath(eventId)}/${device.id}/end`}
          csrfToken={request.viewer.csrfToken}
          look="danger"
        >
          {i18n.t('gate.devices.endNow')}
        </PostButton>
        <ButtonLink href={devicesPath(eventId)} look="quiet">
          {i18n.t('gate.devices.keep')}
        </ButtonLink>
      </div>
    </div>,
    eventHead(catalog, i18n.t('gate.devices.endTitle', { gate: device.gate })),
  );
}

export const devicePages: Route[] = [
  page({ method: 'get', path: '/admin/events/{event}/devices', ...manages }, (call) => showDevices(call)),
  page({ method: 'post', path: '/admin/events/{event}/devices', ...manages }, async (call) => {
    const { deps, form, viewer, record, i18n } = call;
    const eventId = record.event.id;
    const gate = String(form.get('gate') ?? '');
    const mayHandOut = form.get('mayHandOut') === 'on';
    const mayTakeCash = form.get('mayTakeCash') === 'on' && record.event.cashAtDesk;
    try {
      const id = await deps.write((work) =>
        createDevice(work, { eventId, editorId: viewer.userId, gate, mayHandOut, mayTakeCash }),
      );
      return call.redirect(`${devicesPath(eventId)}#device-${id}`);
    } catch (problem) {
      if (!(problem instanceof Problem) || problem.code !== 'VALIDATION_FAILED') throw problem;
      const [code = 'required'] = (problem.details.fields as { gate?: string[] }).gate ?? [];
      return showDevices(call, {
        input: { gate, ...(mayHandOut ? { mayHandOut: 'on' } : {}), ...(mayTakeCash ? { mayTakeCash: 'on' } : {}) },
        errors: {
          gate: i18n.t(
            code === 'required'
              ? 'gate.devices.error.required'
              : code === 'tooLong'
                ? 'gate.devices.error.tooLong'
                : 'gate.devices.error.tooMany',
          ),
        },
      });
    }
  }),
  page({ method: 'get', path: '/admin/events/{event}/devices/{deviceId}/end', ...manages }, askToEnd),
  page({ method: 'post', path: '/admin/events/{event}/devices/{deviceId}/end', ...manages }, async (call) => {
    const { deps, viewer, record, params } = call;
    const eventId = record.event.id;
    await deps.write((work) => endDevice(work, { eventId, deviceId: params.deviceId, editorId: viewer.userId }));
    return call.redirect(`${devicesPath(eventId)}#device-${params.deviceId}`);
  }),
];
