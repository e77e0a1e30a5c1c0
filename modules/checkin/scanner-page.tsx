import type { ReactElement } from 'react';
import Scanner, { type ScannerProps } from '#islands/Scanner.tsx';
import { type ScannerTexts, scannerTextKeys } from '#islands/scanner/status.tsx';
import type { Translator } from '#src/texts/locale.ts';
import type { PageHead } from '#src/web/http.ts';
import { Island } from '#src/web/island.tsx';
import { appTags } from './app-manifest.tsx';

type ScanPageState = Pick<ScannerProps, 'shown' | 'input' | 'matches'>;
type Scanning = {
  eventId: number;
  title: string;
  path: string;
  api: string;
  csrfToken: string;
  i18n: Translator;
  device?: string;
  gate?: string;
  mayHandOut?: boolean;
  isEnded?: boolean;
  late?: string | null;
} & Partial<ScanPageState>;

export function ScannerPage(props: Scanning): ReactElement {
  const { i18n, title, path, ...rest } = props;
  const scanner = (
    <Island
      name="Scanner"
      of={Scanner}
      props={{
        eventId: rest.eventId,
        eventTitle: title,
        page: path,
        api: rest.api,
        device: rest.device ?? null,
        gate: rest.gate ?? null,
        mayHandOut: rest.mayHandOut ?? false,
        latePath: rest.late ?? null,
        isEnded: rest.isEnded ?? false,
        csrfToken: rest.csrfToken,
        locale: i18n.locale,
        texts: scannerTexts(i18n, rest.device !== undefined),
        shown: rest.shown ?? null,
        input: rest.input ?? '',
        matches: rest.matches ?? null,
      }}
    />
  );
  if (!rest.late) return scanner;
  return (
    <>
      {scanner}
      <p className="scan-late">
        <a className="button button-quiet button-wide" href={rest.late}>
          {i18n.t('late.link')}
        </a>
      </p>
    </>
  );
}

export const scannerHead = (title: string, start: string): PageHead => ({
  title,
  frame: 'bare',
  noIndex: true,
  isWork: true,
  tags: appTags(start),
});

/** Placeholders are filled by the island. */
function scannerTexts(i18n: Translator, isDevice: boolean): ScannerTexts {
  const places = { count: '{count}', time: '{time}', name: '{name}', sum: '{sum}', number: '{number}' };
  const texts = Object.fromEntries(scannerTextKeys.map((key) => [key, i18n.t(`checkin.scan.${key}`, places)]));
  return {
    ...(texts as Record<(typeof scannerTextKeys)[number], string>),
    ...(isDevice ? { login: i18n.t('gate.open.lostHere'), ended: i18n.t('gate.open.endedText') } : {}),
    SCAN_SUCCESS: i18n.t('checkin.scan.success'),
    ALREADY_SCANNED: i18n.t('checkin.scan.alreadyScanned'),
    NOT_FOUND: i18n.t('checkin.scan.notFound'),
  };
}
