import { sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';

/** Whether any event that the public may see, or its organizer, wants visits told to Google or to Facebook. */
export async function codesInUse(reader: Reader): Promise<{ google: boolean; pixels: boolean }> {
  const [row] = await reader.all<{ google: number; pixels: number }>(sql`
    select coalesce(max(e.google_analytics_tracking_codes <> '[]' or o.google_analytics_tracking_code is not null), 0) google,
      coalesce(max(e.facebook_pixels <> '[]' or o.facebook_pixel is not null), 0) pixels
    from events e
    left join event_organizers eo on eo.event_id = e.id and eo.is_main = 1
    left join organizers o on o.id = eo.organizer_id
    where e.visible = 1 or e.visible_via_link = 1`);
  return { google: row?.google === 1, pixels: row?.pixels === 1 };
}
