import { provideStreams } from './live.js';
import { streams } from './streams.js';

// a tab that shares with no other
streams.enter('a tab');
provideStreams((topic, hear) => streams.follow(topic, hear));
