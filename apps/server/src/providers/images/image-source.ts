import { ESPN_CDN, isEspnHost, SLEEPER_CDN } from '../../images/picture-hosts.ts'
import { publicFetch } from '../http/public-fetch.ts'
import { type WebClient, type WebLogLine, webClient } from '../http/web-client.ts'

const MAX_BYTES = 5 * 1024 * 1024

export interface ImageSource {
  /**
   * Downloads a picture from one of the allowed hosts. Returns null if there is none. Throws a ProviderError if the
   * host cannot be used.
   */
  read(url: string): Promise<Buffer | null>
}

export type ImageSourceOptions = {
  /** Where the pictures of ESPN's hosts are read. */
  baseUrl: string
  /** Where the pictures of Sleeper are read. */
  sleeperUrl: string
  userAgent: string
  /** Replaces the requests to hosts that the operator has not chosen. */
  fetch?: typeof globalThis.fetch
  log?: (line: WebLogLine) => void
}

/** Reads pictures with a limited number of requests at a time to each host. */
export function createImageSource(options: ImageSourceOptions): ImageSource {
  const base = new URL(options.baseUrl)
  const chosen = new Set([base.origin, new URL(options.sleeperUrl).origin])
  const isMirror = base.origin !== ESPN_CDN
  /** The callers request allowed hosts only, so there are few. */
  const clients = new Map<string, WebClient>()

  function clientFor(origin: string, baseUrl: string): WebClient {
    const known = clients.get(origin)
    if (known !== undefined) return known
    const client = webClient({
      baseUrl,
      userAgent: options.userAgent,
      // The operator chose these, which may be in a private network.
      ...(chosen.has(origin) ? {} : { fetch: options.fetch ?? publicFetch }),
      maxBytes: MAX_BYTES,
      maxAttempts: 2,
      log: options.log,
    })
    clients.set(origin, client)
    return client
  }

  return {
    read(address) {
      const url = new URL(address)
      const baseUrl =
        isMirror && isEspnHost(url.host)
          ? options.baseUrl
          : url.origin === SLEEPER_CDN
            ? options.sleeperUrl
            : url.origin
      const client = clientFor(new URL(baseUrl).origin, baseUrl)
      return client.getBytes({ path: url.pathname.slice(1), query: [...url.searchParams] })
    },
  }
}
