import { BroadcastChannel, createLeaderElection } from 'broadcast-channel';
import type { TabMessage, Tabs } from './tab-streams.js';

/** The tabs of this browser: by the browser's own channels and locks, and by its storage where it has none (no https, old engines). */
export const TABS: Tabs = {
  join(name, hear) {
    const channel = new BroadcastChannel<TabMessage>(name);
    channel.onmessage = hear;
    return {
      // a tab that was not reached asks by itself after a while
      post: (message) => void channel.postMessage(message).catch(() => undefined),
      close: () => void channel.close(),
    };
  },
  elect(name, onElected) {
    const channel = new BroadcastChannel(`${name} elects`);
    // where there is no election, a tab helps itself
    void createLeaderElection(channel).awaitLeadership().then(onElected, onElected);
    return () => void channel.close();
  },
};
