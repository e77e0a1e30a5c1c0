export { drawOrder, seedHashOf } from './draw-order.ts';
export { waitingRoomModule } from './module.ts';
export { TurnNote } from './pages/notes.tsx';
export { saveRoom } from './save-room.ts';
export { type OwnTurn, type RoomVisitor, takeTurn, turnOf } from './turn.ts';
