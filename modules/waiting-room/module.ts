import type { ShopModule } from '#src/runtime/module.ts';
import { waitingRoomApi } from './api.ts';
import { advanceRoomsJob, forgetPlacesJob, turnTimes, waitingRoomHandlers, waitingRoomTimes } from './jobs.ts';
import { manageRoutes } from './pages/manage-pages.tsx';
import { waitingRoomNote } from './pages/notes.tsx';
import { roomRoutes } from './pages/room-pages.tsx';
import { placeData } from './personal-data.ts';
import { waitingRoomProblems } from './rules/problems.ts';

export const waitingRoomModule = {
  name: 'waiting-room',
  problems: waitingRoomProblems,
  routes: [...waitingRoomApi, ...roomRoutes, ...manageRoutes],
  factHandlers: () => waitingRoomHandlers,
  dueTimes: turnTimes,
  jobs: (deps) => [advanceRoomsJob(deps), forgetPlacesJob(deps)],
  personalData: placeData,
  slots: (deps) => ({
    waitingRoomNote: (catalog, i18n, now) => waitingRoomNote(deps.read, catalog, i18n, now),
    timesAbove: [waitingRoomTimes],
  }),
} satisfies ShopModule;
