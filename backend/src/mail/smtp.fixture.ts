import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

type Said = 'EHLO' | 'STAR' | 'AUTH' | 'MAIL' | 'RCPT' | 'DATA' | 'END';
const HEALTHY: Record<Said, string> = {
  EHLO: '250-stand-in\r\n250 AUTH PLAIN',
  // STARTTLS
  STAR: '502 5.5.1 not here',
  AUTH: '235 2.7.0 welcome',
  MAIL: '250 2.1.0 ok',
  RCPT: '250 2.1.5 ok',
  DATA: '354 go on',
  END: '250 2.0.0 taken',
};

/** An SMTP server on loopback that takes mails, or answers what a spec wants: a reply, or null to hang up. */
export class SmtpStandIn {
  /** in the order in which they were taken */
  readonly taken: { to: string; messageId: string }[] = [];
  connections = 0;
  /** what it says instead of a healthy server's reply; `about` is the address, or the line */
  replies: Partial<Record<Said, (about: string) => string | null>> = {};
  isDown = false;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.meet(socket));
  }

  static async open(): Promise<SmtpStandIn> {
    const standIn = new SmtpStandIn(createServer());
    standIn.server.listen(0, '127.0.0.1');
    await once(standIn.server, 'listening');
    return standIn;
  }

  get url(): string {
    return `smtp://user:secret@127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private meet(socket: Socket): void {
    if (this.isDown) {
      socket.destroy();
      return;
    }
    this.connections += 1;
    this.sockets.add(socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined));
    socket.write('220 stand-in\r\n');
    let [unread, to, isMessage] = ['', '', false];
    socket.on('data', (chunk) => {
      unread += String(chunk);
      for (;;) {
        const end = isMessage ? unread.indexOf('\r\n.\r\n') : unread.indexOf('\r\n');
        if (end < 0) return;
        const said = unread.slice(0, end);
        unread = unread.slice(end + (isMessage ? 5 : 2));
        const command = isMessage ? 'END' : (said.slice(0, 4).toUpperCase() as Said);
        if (command === 'RCPT') to = /<(.*?)>/.exec(said)?.[1] ?? '';
        const reply = this.answer(command, command === 'RCPT' || command === 'END' ? to : said);
        isMessage = command === 'DATA' && reply?.startsWith('354') === true;
        if (command === 'END' && reply?.startsWith('250')) this.take(to, said);
        if (reply === null) socket.destroy();
        else socket.write(`${reply}\r\n`);
      }
    });
  }

  private answer(command: Said, about: string): string | null {
    const own = this.replies[command]?.(about);
    return own === undefined ? (HEALTHY[command] ?? '250 ok') : own;
  }

  private take(to: string, message: string): void {
    this.taken.push({ to, messageId: /^Message-ID: (.*)$/im.exec(message)?.[1]?.trim() ?? '' });
  }
}
