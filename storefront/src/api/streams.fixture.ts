import { provideStreams } from './live.js';
import { streams } from './streams.js';

streams.enter('a tab');
provideStreams((topic, onEvent) => streams.follow(topic, onEvent));
