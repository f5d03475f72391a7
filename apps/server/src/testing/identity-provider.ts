import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What the provider says about a person, besides the login that they enter, which is their subject. */
export type PersonClaims = {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  preferred_username?: string
}

export type IdentityProvider = {
  /** The environment variables of a server that uses the provider. */
  settings: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string; OIDC_NAME: string }
  /** What the provider says about each person by login. It knows nobody else's claims. */
  people: Map<string, PersonClaims>
  close: () => Promise<void>
}

const CLIENT = { client_id: 'fieldhouse', client_secret: 'a secret of the identity provider' }

/** Starts a real OpenID Connect provider. Its login page accepts any login with any password. */
export async function startIdentityProvider(name = 'Clubhouse'): Promise<IdentityProvider> {
  const people: IdentityProvider['people'] = new Map()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', createProvider(issuer, people).callback())
  return {
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.client_id,
      OIDC_CLIENT_SECRET: CLIENT.client_secret,
      OIDC_NAME: name,
    },
    people,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createProvider(issuer: string, people: IdentityProvider['people']): Provider {
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: ['http://localhost/'] }],
    pkce: { required: () => true },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username'],
    },
    cookies: { keys: ['a key for the cookies of tests'] },
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_: unknown, login: string) => ({
      accountId: login,
      claims: () => ({ sub: login, ...people.get(login) }),
    }),
    // Skips the page that asks for consent.
    async loadExistingGrant({ oidc }: GrantContext) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  // The port of the app is unknown until it has started.
  provider.Client.prototype.redirectUriAllowed = (uri) => /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(uri)
  return provider
}

type GrantContext = { oidc: { session: { accountId: string }; client: { clientId: string } } }

/** Signs in at the provider, as a browser does, and returns the URL that it redirects back to. */
export async function signInAt(authorizationUrl: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(authorizationUrl)
  let request: { url: string; form?: URLSearchParams } = { url: authorizationUrl }
  for (let step = 0; step < 10; step += 1) {
    const response = await fetch(request.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(request.form === undefined ? {} : { method: 'POST', body: request.form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) {
      const form = { prompt: 'login', login, password: 'any' }
      request = { url: response.url, form: new URLSearchParams(form) }
      continue
    }
    const next = new URL(location, request.url)
    if (next.origin !== origin) return next
    request = { url: next.href }
  }
  throw new Error('the provider did not redirect back')
}
