/** Reads a platform's profile; it rejects when there is none. */
export type FetchProfile = (url: string) => Promise<unknown>;

const KEPT_MS = 60_000;
const PATIENCE_MS = 5_000;

/** Without redirects, as the text wants it. https://ucp.dev/2026-04-08/specification/overview (Profile Requirements) */
export const fetchProfile: FetchProfile = async (url) => {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`the profile answered ${answer.status}`);
  return answer.json();
};

/** Profiles of platforms, by the address that each request names. */
export class PlatformProfiles {
  private readonly kept = new Map<string, { profile: unknown; until: number }>();

  constructor(
    private readonly read: FetchProfile,
    private readonly clock: () => number,
  ) {}

  async of(url: string): Promise<unknown> {
    const cached = this.kept.get(url);
    if (cached && this.clock() < cached.until) return cached.profile;
    const profile = await this.read(url);
    this.kept.set(url, { profile, until: this.clock() + KEPT_MS });
    return profile;
  }
}

/** The address in `UCP-Agent: profile="…"`. */
export function profileUrlOf(header: string | string[] | undefined): string | undefined {
  const url = /(?:^|[,;\s])profile="([^"]+)"/.exec(typeof header === 'string' ? header : '')?.[1];
  return url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}
