import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, type Tone } from '#src/ui/display.tsx';
import type { PushState } from '../rules/push.ts';
import type { ListedPush } from './read-listed.ts';

const tones: Readonly<Record<PushState, Tone>> = {
  waiting: 'wait',
  sent: 'good',
  failed: 'wait',
  dead: 'bad',
  skipped: 'neutral',
};

/** Includes the error text of RACE RESULT. */
export const errorInWords = ({ error, said }: Pick<ListedPush, 'error' | 'said'>, i18n: Translator): string =>
  error === null
    ? ''
    : said === ''
      ? i18n.t(`timing.error.${error}`)
      : i18n.t('timing.error.said', { what: i18n.t(`timing.error.${error}`), said });

export function StateOfPush({ push, i18n }: { push: ListedPush; i18n: Translator }): ReactElement {
  const wrong = errorInWords(push, i18n);
  return (
    <>
      <Badge tone={tones[push.state]}>{i18n.t(`timing.state.${push.state}`)}</Badge>
      {wrong === '' ? null : <span className="small soft breakable"> {wrong}</span>}
    </>
  );
}
