import { lazily } from '../ui/lazily.js';

export const ControlRoomPage = lazily(async () => (await import('./ControlRoomPage.js')).ControlRoomPage);
