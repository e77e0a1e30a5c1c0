export { drawOrder, seedHashOf } from './draw-order.ts';
export { waitingRoomModule } from './module.ts';
export { waitingRoomNote } from './pages/event-note.tsx';
export { TurnNote } from './pages/turn-note.tsx';
export { waitingRoomTimes } from './room-times.ts';
export { type Booker, type OwnTurn, takeTurn, turnOf } from './turn.ts';
