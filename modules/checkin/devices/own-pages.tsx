import type { ReactElement } from 'react';
import DeviceCode from '#islands/DeviceCode.tsx';
import { catalogOf } from '#modules/events/index.ts';
import { countTry } from '#src/data/limits.ts';
import { present } from '#src/kernel/assert.ts';
import { Problem } from '#src/kernel/problem.ts';
import { Alert } from '#src/ui/display.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { Island } from '#src/web/island.tsx';
import { appTags } from '../app-manifest.tsx';
import { openings } from '../manage-api.ts';
import { ScannerPage, scannerHead } from '../scanner-page.tsx';
import { devicePath, loadDevice, saveDevice } from './device-door.ts';
import { openDevice } from './open-device.ts';

const openPath = '/scan/open';
const problems = ['unknown', 'used', 'over', 'lost', 'tooMany'] as const;
type OpenProblem = (typeof problems)[number];
type Call = PageCall<'device.use'>;

const showOpen = (call: Call, problem: OpenProblem | null, code = ''): Promise<Response> =>
  call.render(
    <OpenDevicePage problem={problem} code={code} />,
    {
      title: call.i18n.t('gate.open.title'),
      frame: 'bare',
      noIndex: true,
      isWork: true,
      tags: appTags(openPath),
    },
    problem === null ? 200 : problem === 'tooMany' ? 429 : 400,
  );

function OpenDevicePage({ problem, code }: { problem: OpenProblem | null; code: string }): ReactElement {
  const { i18n } = usePage();
  return (
    <div className="narrow stack gate-page">
      <h1>{i18n.t('gate.open.title')}</h1>
      {problem ? (
        <Alert tone="bad" urgent focused>
          {i18n.t(`gate.open.problem.${problem}`)}
        </Alert>
      ) : null}
      <p>{i18n.t('gate.open.intro')}</p>
      <Form action={openPath}>
        <Island
          name="DeviceCode"
          of={DeviceCode}
          props={{ label: i18n.t('gate.open.code'), hint: i18n.t('gate.open.hint'), code }}
        />
        <Button wide>{i18n.t('gate.open.start')}</Button>
      </Form>
    </div>
  );
}

async function makeDevice(call: Call): Promise<Response> {
  const { deps, context, clientAddress, form } = call;
  const code = String(form.get('code') ?? '').slice(0, 100);
  try {
    await deps.write((work) => countTry(work, openings, clientAddress, deps.config.limitFactor));
  } catch (problem) {
    if (problem instanceof Problem && problem.code === 'TOO_MANY_REQUESTS') return showOpen(call, 'tooMany', code);
    throw problem;
  }
  const opened = await deps.write((work) => openDevice(work, deps.signer, code));
  if (typeof opened === 'string') return showOpen(call, opened, code);
  saveDevice(deps, context, opened);
  return call.redirect(devicePath(opened.deviceId));
}

async function showDevice(call: PageCall<'device.use', 'deviceId'>): Promise<Response> {
  const { deps, i18n, params } = call;
  const path = devicePath(params.deviceId);
  const device = await loadDevice(call).catch((problem: unknown) => {
    if (problem instanceof Problem && (problem.code === 'UNAUTHORIZED' || problem.code === 'NO_PERMISSION'))
      return problem.code;
    throw problem;
  });
  // Only the page itself can delete its stored data.
  const isLost = device === 'UNAUTHORIZED';
  if (isLost) return call.redirect(`${openPath}?problem=lost`);
  const shared = { path, api: `/api${path}`, device: `device-${params.deviceId}`, csrfToken: '' };
  if (device === 'NO_PERMISSION') {
    return call.render(
      <ScannerPage {...shared} i18n={i18n} isEnded eventId={0} title={i18n.t('gate.open.ended')} gate="" />,
      scannerHead(i18n.t('gate.open.ended'), path),
      403,
    );
  }
  const catalog = present(await catalogOf(deps.read, device.eventId), 'a device has an event');
  const { event } = catalog;
  return call.render(
    <ScannerPage
      {...shared}
      i18n={event.useAlternateTranslation ? i18n.withWording('packages') : i18n}
      eventId={event.id}
      title={event.title}
      gate={device.gate}
      mayHandOut={device.mayHandOut}
      late={device.mayTakeCash && event.cashAtDesk ? `${path}/late-registration` : null}
    />,
    scannerHead(i18n.t('checkin.scan.page', { event: event.title }), path),
  );
}

export const ownDevicePages: Route[] = [
  page({ method: 'get', path: '/scan/open', may: 'device.use' }, (call) =>
    showOpen(call, problems.find((problem) => problem === call.query.get('problem')) ?? null),
  ),
  page({ method: 'post', path: '/scan/open', may: 'device.use', savesInput: false }, makeDevice),
  page({ method: 'get', path: '/scan/devices/{deviceId}', may: 'device.use' }, showDevice),
];
