import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type IdentityProvider, signInAt, startIdentityProvider } from '../testing/identity-provider.ts'
import { createSignInProvider } from './sign-in-provider.ts'

const USER_AGENT = 'Tests/1.0 (+https://tests.example)'
const REDIRECT_URI = 'http://localhost:3000/'
const SECRETS = { state: 'a-state', nonce: 'a-nonce', codeVerifier: 'v'.repeat(43) }

const options = { userAgent: USER_AGENT, now: () => new Date() }

let identities: IdentityProvider
const closers: (() => void)[] = []

beforeAll(async () => {
  identities = await startIdentityProvider()
})
afterEach(() => {
  for (const close of closers.splice(0)) close()
})
afterAll(() => identities.close())

const settingsOf = (issuer = identities.settings.OIDC_ISSUER) => ({
  id: '1',
  issuer,
  clientId: identities.settings.OIDC_CLIENT_ID,
  clientSecret: identities.settings.OIDC_CLIENT_SECRET,
  name: 'Clubhouse',
})

/** A host that answers every request like this. */
async function startHost(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function signIn(login: string, secrets = SECRETS) {
  const provider = createSignInProvider(settingsOf(), options)
  const callback = await signInAt(await provider.authorizationUrl(SECRETS, REDIRECT_URI), login)
  return provider.identify(secrets, callback)
}

describe('a sign-in provider', () => {
  it('asks for a code with PKCE, state and nonce', async () => {
    const provider = createSignInProvider(settingsOf(), options)
    const url = new URL(await provider.authorizationUrl(SECRETS, REDIRECT_URI))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'fieldhouse',
      redirect_uri: REDIRECT_URI,
      scope: 'openid email profile',
      state: 'a-state',
      nonce: 'a-nonce',
      code_challenge_method: 'S256',
    })
    expect(url.href).not.toContain(SECRETS.codeVerifier)
  })

  it('identifies a person by issuer and subject, with their name and verified address', async () => {
    identities.people.set('rowan-7', {
      email: 'rowan@league.example',
      email_verified: true,
      given_name: 'Rowan',
      family_name: 'Ash',
      preferred_username: 'rowan',
    })
    expect(await signIn('rowan-7')).toEqual({
      issuer: identities.settings.OIDC_ISSUER,
      subject: 'rowan-7',
      email: 'rowan@league.example',
      firstName: 'Rowan',
      lastName: 'Ash',
      nickname: 'rowan',
    })
  })

  it.each([[false], [undefined]])('ignores an address whose email_verified is %j', async (email_verified) => {
    identities.people.set('sly', {
      email: 'rowan@league.example',
      ...(email_verified === undefined ? {} : { email_verified }),
    })
    expect((await signIn('sly')).email).toBe(null)
  })

  it.each([
    ['state', { ...SECRETS, state: 'another' }],
    ['nonce', { ...SECRETS, nonce: 'another' }],
    ['code verifier', { ...SECRETS, codeVerifier: 'w'.repeat(43) }],
  ])('does not identify anybody with another %s', async (_, secrets) => {
    await expect(signIn('rowan-7', secrets)).rejects.toThrow('sign-in provider')
  })

  it('redeems a code once', async () => {
    const provider = createSignInProvider(settingsOf(), options)
    const callback = await signInAt(await provider.authorizationUrl(SECRETS, REDIRECT_URI), 'rowan-7')
    await provider.identify(SECRETS, callback)
    await expect(provider.identify(SECRETS, callback)).rejects.toMatchObject({ failure: 'refused' })
  })

  it('is refused when the person cancels at the provider', async () => {
    const provider = createSignInProvider(settingsOf(), options)
    const issuer = encodeURIComponent(settingsOf().issuer)
    const callback = new URL(`${REDIRECT_URI}?error=access_denied&state=a-state&iss=${issuer}`)
    await expect(provider.identify(SECRETS, callback)).rejects.toMatchObject({ failure: 'refused' })
  })

  it('rejects a response that names another issuer', async () => {
    const provider = createSignInProvider(settingsOf(), options)
    const callback = await signInAt(await provider.authorizationUrl(SECRETS, REDIRECT_URI), 'rowan-7')
    callback.searchParams.set('iss', 'https://evil.example')
    await expect(provider.identify(SECRETS, callback)).rejects.toThrow('sign-in provider')
  })
})

describe('the discovery of a provider', () => {
  it('happens at the first sign-in, once, and again after an hour', async () => {
    const paths: string[] = []
    const clock = { now: new Date('2026-10-11T18:30:00Z') }
    const fetch: typeof globalThis.fetch = (...[to, init]) => {
      paths.push(new URL(to instanceof Request ? to.url : to).pathname)
      return globalThis.fetch(to, init)
    }
    const provider = createSignInProvider(settingsOf(), { ...options, now: () => clock.now, fetch })
    expect(paths).toEqual([])
    await Promise.all([1, 2, 3].map(() => provider.authorizationUrl(SECRETS, REDIRECT_URI)))
    expect(paths).toEqual(['/.well-known/openid-configuration'])
    clock.now = new Date('2026-10-11T19:30:00Z')
    await provider.authorizationUrl(SECRETS, REDIRECT_URI)
    expect(paths).toHaveLength(2)
  })

  it('is repeated after a failure', async () => {
    let isDown = true
    const provider = createSignInProvider(settingsOf(), {
      ...options,
      fetch: async (...request) => {
        if (isDown) throw new TypeError('fetch failed')
        return globalThis.fetch(...request)
      },
    })
    await expect(provider.authorizationUrl(SECRETS, REDIRECT_URI)).rejects.toMatchObject({
      failure: 'unavailable',
    })
    isDown = false
    expect(await provider.authorizationUrl(SECRETS, REDIRECT_URI)).toContain('/auth?')
  })

  it.each<[string, RequestListener]>([
    ['redirects', (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
    ['answers with a web page', (_, response) => response.end('<h1>Not here</h1>')],
    [
      'answers with another issuer',
      (_, response) =>
        response.setHeader('content-type', 'application/json').end('{"issuer":"https://evil.example"}'),
    ],
    [
      'sends too much',
      (_, response) =>
        response.setHeader('content-type', 'application/json').end(`"${'x'.repeat(1024 * 1024)}"`),
    ],
  ])('fails when the provider %s', async (_, listener) => {
    const provider = createSignInProvider(settingsOf(await startHost(listener)), options)
    await expect(provider.authorizationUrl(SECRETS, REDIRECT_URI)).rejects.toMatchObject({
      failure: 'unavailable',
    })
  })

  it('gives up on a provider that does not answer', async () => {
    const issuer = await startHost(() => undefined)
    const provider = createSignInProvider(settingsOf(issuer), { ...options, timeoutMs: 50 })
    await expect(provider.authorizationUrl(SECRETS, REDIRECT_URI)).rejects.toMatchObject({
      failure: 'unavailable',
    })
  })
})
