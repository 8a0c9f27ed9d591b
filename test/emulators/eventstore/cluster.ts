import { randomUUID } from 'node:crypto';
import type { MemberInfo as Member } from '@eventstore/db-client/generated/gossip_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { type Metadata, status } from '@grpc/grpc-js';
import { Gate } from '../gate.js';
import { notLeader, type Refusal, refusal } from './messages.js';
import { EventStoreEmulator, type EventStoreOptions, type Seat } from './server.js';
import { Store } from './store.js';

const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;

/**
 * Nodes with one log. A leader can freeze, be replaced, continue as if it still led, and find out, all on command. Every node is behind a
 * gate, so that connections to a frozen one stay open.
 */
export class EventStoreCluster {
  readonly store = new Store();
  readonly nodes: readonly Node[];
  #leader: Node;

  constructor(options: EventStoreOptions, size: number) {
    this.nodes = Array.from({ length: size }, () => new Node(this, options));
    this.#leader = this.nodes[0] as Node;
  }

  /** Names every node. */
  get url(): string {
    return `esdb://${this.nodes.map(({ gate }) => `127.0.0.1:${gate.port}`).join()}?tls=false`;
  }

  get leader(): Node {
    return this.#leader;
  }

  /** The new leader; every node but the old leader reports it. */
  elect(node: Node): void {
    this.#leader = node;
  }

  async start(): Promise<void> {
    for (const { server, gate } of this.nodes) await Promise.all([server.start(), gate.open()]);
  }

  async stop(): Promise<void> {
    for (const { server, gate } of this.nodes) await Promise.all([server.stop(), gate.close()]);
  }
}

export class Node implements Seat {
  readonly gate = new Gate(() => this.server.port);
  readonly server: EventStoreEmulator;
  readonly #id = randomUUID();
  /** the log when the leader froze; the node believes to lead until `findOut` */
  #old: Store | undefined;

  constructor(
    private readonly cluster: EventStoreCluster,
    options: EventStoreOptions,
  ) {
    this.server = new EventStoreEmulator({ ...options, seat: this });
  }

  freeze(): void {
    if (this.cluster.leader === this) this.#old = this.cluster.store.asItIs();
    this.gate.shut();
  }

  /** An old leader answers reads from its old log, and appends with ABORTED. */
  thaw(): void {
    this.gate.goOn();
  }

  /** Notices the new leader and follows it. */
  findOut(): void {
    this.#old = undefined;
  }

  get store(): Store {
    return this.#old ?? this.cluster.store;
  }

  refuses(kind: 'append' | 'read', metadata: Metadata): Refusal | undefined {
    const { leader } = this.cluster;
    if (leader === this) return undefined;
    if (this.#old) return kind === 'append' ? refusal(status.ABORTED, 'Operation timed out') : undefined;
    const [wanted] = metadata.get('requires-leader');
    return wanted === 'true' || kind === 'append' ? notLeader(leader.gate.port) : undefined;
  }

  gossip() {
    const leader = this.#old ? this : this.cluster.leader;
    return new gossip.ClusterInfo().setMembersList(this.cluster.nodes.map((node) => node.#member(node === leader)));
  }

  #member(leads: boolean): Member {
    const place = new gossip.EndPoint().setAddress('127.0.0.1').setPort(this.gate.port);
    const id = new shared.UUID().setString(this.#id);
    const member = new gossip.MemberInfo().setInstanceId(id).setTimeStamp('0').setIsAlive(true).setHttpEndPoint(place);
    return member.setState(leads ? LEADER : FOLLOWER);
  }
}

/** The first node leads. A single node has a single server's address, without gossip. */
export async function startEventStoreCluster(size = 3, options: EventStoreOptions = {}): Promise<EventStoreCluster> {
  const cluster = new EventStoreCluster(options, size);
  await cluster.start();
  return cluster;
}
