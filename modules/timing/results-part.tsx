import { eq } from 'drizzle-orm';
import type { ReactElement } from 'react';
import type { Reader } from '#src/data/database.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { timingPath } from './paths.ts';
import { errorOf, type PushError } from './rules/push.ts';
import { raceResultFetches } from './schema.ts';

export type LastFetch = typeof raceResultFetches.$inferSelect | null;

export async function lastFetchOf(reader: Reader, eventId: number): Promise<LastFetch> {
  const [row] = await reader.select().from(raceResultFetches).where(eq(raceResultFetches.eventId, eventId));
  return row ?? null;
}

export function askErrorText({ code, message }: { code: PushError; message: string }, i18n: Translator): string {
  const what = i18n.t(code === 'refused' ? 'timing.results.refused' : `timing.error.${code}`);
  return message === '' ? what : i18n.t('timing.error.said', { what, said: message });
}

export function ResultsPart(props: {
  eventId: number;
  last: LastFetch;
  byItself: boolean;
  csrfToken: string;
  i18n: Translator;
}): ReactElement {
  const { eventId, last, byItself, csrfToken, i18n } = props;
  return (
    <Card title={i18n.t('timing.results.title')}>
      <div className="stack-s">
        <p className="soft">{i18n.t(byItself ? 'timing.results.byItself' : 'timing.results.byHand')}</p>
        {last?.fetchedAt ? (
          <p>
            {i18n.t('timing.results.last', {
              at: i18n.dateTime(last.fetchedAt),
              made: last.made,
              changed: last.changed,
              unknown: last.unknown,
            })}
          </p>
        ) : null}
        {last?.lastError ? <p className="breakable">{askErrorText(errorOf(last.lastError), i18n)}</p> : null}
        <div className="row">
          <PostButton action={`${timingPath(eventId)}/results`} csrfToken={csrfToken} look="quiet">
            {i18n.t('timing.results.fetch')}
          </PostButton>
          <a href={`/admin/events/${eventId}/results`}>{i18n.t('results.nav')}</a>
        </div>
      </div>
    </Card>
  );
}
