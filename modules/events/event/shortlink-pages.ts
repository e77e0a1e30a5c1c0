import { errorText } from '#src/ui/field.tsx';
import { refusalOf } from '#src/web/forms/refusal.ts';
import { page } from '#src/web/http.ts';
import { onEvent } from '../changes/on-event.ts';
import { changesEvent, managed, type OrganizerCall } from '../management/frame.tsx';
import { press } from '../management/save.ts';
import { deleteShortlink, putShortlink } from './save-shortlinks.ts';
import { showSection } from './section-page.tsx';

const inputIn = (call: OrganizerCall): string => String(call.form.get('shortlink') ?? '').trim();

export const shortlinkPages = [
  page({ method: 'post', path: '/admin/events/{event}/shortlinks', ...changesEvent }, async (call) => {
    const at = managed(call);
    const eventId = at.catalog.event.id;
    const input = inputIn(call);
    try {
      await onEvent(call, eventId, (work) => putShortlink(work, eventId, input.toLowerCase()));
    } catch (error) {
      const { errors, refusal } = refusalOf(error, call.i18n);
      const text = refusal ?? errorText(Object.values(errors).flat()) ?? call.i18n.t('ui.form.invalid');
      return showSection(at, 'look', undefined, { input, error: text });
    }
    return call.redirect(`/admin/events/${eventId}/settings/look#shortlinks-title`);
  }),
  page({ method: 'post', path: '/admin/events/{event}/shortlinks/delete', ...changesEvent }, async (call) => {
    const { event } = call.record;
    const to = `/admin/events/${event.id}/settings/look`;
    return press(
      call,
      event.id,
      (work) => deleteShortlink(work, event.id, inputIn(call)),
      `${to}#shortlinks-title`,
      to,
    );
  }),
];
