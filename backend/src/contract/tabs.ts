import { BroadcastChannel, createLeaderElection } from 'broadcast-channel';
import type { TabMessage, Tabs } from './tab-streams.js';

/** Uses the browser's channels and locks, or its storage without https or in old engines. */
export const TABS: Tabs = {
  join(name, hear) {
    const channel = new BroadcastChannel<TabMessage>(name);
    channel.onmessage = hear;
    return {
      // A tab that misses the message asks again later.
      post: (message) => void channel.postMessage(message).catch(() => undefined),
      close: () => void channel.close(),
    };
  },
  elect(name, onElected) {
    const channel = new BroadcastChannel(`${name} elects`);
    // Without an election each tab leads itself.
    void createLeaderElection(channel).awaitLeadership().then(onElected, onElected);
    return () => void channel.close();
  },
};
