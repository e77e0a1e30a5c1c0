import { catalogOf, eventIdOf, eventIdOfRecord, wordsOf } from '#modules/events/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { AppContext } from '#src/web/http.ts';

/** Parameters that name records of an event. */
const records = { competitionId: 'competition', articleId: 'article' } as const;

/**
 * The terms of the event that a refused call is about, such as packages instead of competitions. Without an event in the path the
 * default terms stay.
 */
export async function translatorOfEvent(context: AppContext, i18n: Translator): Promise<Translator> {
  const { deps } = context.var;
  const named = context.req.param() as Record<string, string | undefined>;
  const idOf = (name: string): number => (/^\d{1,15}$/.test(named[name] ?? '') ? Number(named[name]) : 0);
  const event = named.event ?? named.eventId;
  const eventId = async (): Promise<number> => {
    if (event !== undefined) return eventIdOf(deps.read, event);
    if (idOf('orderId')) return (await orderOf(deps.read, idOf('orderId')))?.eventId ?? 0;
    for (const [name, kind] of Object.entries(records)) {
      if (idOf(name)) return eventIdOfRecord(deps.read, kind, idOf(name));
    }
    return 0;
  };
  try {
    const found = await eventId();
    const catalog = found ? await catalogOf(deps.read, found) : null;
    return catalog ? wordsOf(i18n, catalog) : i18n;
  } catch {
    // The refusal is answered in any case.
    return i18n;
  }
}
