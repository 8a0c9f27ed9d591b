import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { type Connection, wrong } from './eventstore-connection.js';

/** ms for the TLS handshake */
const SHOWN_WITHIN = 3_000;
/** https://nodejs.org/docs/latest-v20.x/api/tls.html#x509-certificate-error-codes */
const OF_CERTIFICATES = /CERT|ISSUER|LEAF|ALTNAME|CRL|CHAIN|INVALID_CA|PATH_LENGTH|HOSTNAME_MISMATCH|INVALID_PURPOSE/;

/** Never settles with trusted certificates; gRPC would retry others. @throws Error that names tlsCAFile */
export async function unlessUntrusted({ hosts, tls, caFile }: Connection): Promise<never> {
  const shown = tls ? await Promise.all(hosts.map((host) => troubleOf(host, caFile))) : [];
  const refused = hosts.flatMap((host, i) => (shown[i]?.isCertificate ? [`${host} (${shown[i].code})`] : []));
  if (refused.length === 0 || shown.includes(null)) return new Promise<never>(() => undefined);
  const authority = caFile === null ? 'this machine knows: say tlsCAFile' : `tlsCAFile names (${caFile})`;
  throw wrong(`names ${refused.join(', ')}, whose certificate is not vouched for by an authority that ${authority}`);
}

interface Trouble {
  code: string;
  isCertificate: boolean;
}

async function troubleOf(host: string, caFile: string | null): Promise<Trouble | null> {
  const [name = '', port] = host.split(':');
  const ca = caFile === null ? undefined : await readFile(caFile).catch(() => undefined);
  return new Promise((resolve) => {
    const socket = connect({
      host: name,
      port: Number(port),
      servername: name,
      ALPNProtocols: ['h2'],
      ...(ca ? { ca } : {}),
    });
    const answer = (trouble: Trouble | null) => {
      socket.destroy();
      resolve(trouble);
    };
    socket.setTimeout(SHOWN_WITHIN, () => answer({ code: 'no answer', isCertificate: false }));
    socket.once('secureConnect', () => answer(null));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message;
      answer({ code, isCertificate: OF_CERTIFICATES.test(code) });
    });
  });
}
