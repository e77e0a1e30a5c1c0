import type { CalendarDate } from '#src/kernel/time.ts';

/** Filtered lists behind the figures. Days are ISO dates, which forms of every language read. */

export const eventPath = (eventId: number): string => `/admin/events/${eventId}`;
export const settingsPath = (eventId: number): string => `${eventPath(eventId)}/settings`;
export const tasksPath = '/admin/todo';

const listed = (path: string, asked: Readonly<Record<string, string | number | undefined>>): string => {
  const entries = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${path}?${new URLSearchParams(entries)}`;
};

export const peopleAt = (
  eventId: number,
  asked: { from?: CalendarDate; state?: 'paid' | 'unpaid'; competition?: number } = {},
): string => listed('/admin/participants', { event: eventId, ...asked });

export const ordersAt = (
  eventId: number,
  asked: {
    status?: 'pending';
    refund?: 'open' | 'failed';
    transfer?: 'open';
    from?: CalendarDate;
    to?: CalendarDate;
  },
): string => listed('/admin/orders', { event: eventId, ...asked });

export const paymentsAt = (eventId: number): string =>
  `${listed(`${eventPath(eventId)}/payouts`, { by: 'day', kind: 'payment' })}#payments`;
