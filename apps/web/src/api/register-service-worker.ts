const WORKER_URL = '/sw.js'

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

/** Missing from TypeScript's types, and from browsers without Trusted Types. */
const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

/**
 * The only policy that the content security policy allows. With it, a browser accepts the worker's URL, and no
 * other text, where a script could be injected.
 */
const policy = trustedTypes?.createPolicy('fieldhouse', {
  createScriptURL(url) {
    if (url !== WORKER_URL) throw new TypeError(`${url} is not a script of this app`)
    return url
  },
})

/** May resolve without a registration when the browser blocks service workers. */
export function registerWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker.register(policy?.createScriptURL(WORKER_URL) ?? WORKER_URL)
}
