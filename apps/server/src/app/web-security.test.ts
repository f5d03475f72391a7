import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBuiltPage } from '../testing/built-page-fixture.ts'
import { createPhoto } from '../testing/media-files.ts'
import { postFiles } from '../testing/multipart-form.ts'
import { createSocialLeague, type SocialLeague } from '../testing/social-league-fixture.ts'
import { startApp } from '../testing/start-app.ts'

const SITE_URL = 'https://league.example'
const DRAFT_URL = 'https://draft.example/room?league=1'
const MEDIA_URL = '/api/league/Harbour/social/media/'

const page = createBuiltPage()
let league: SocialLeague
let mediaPath: string

beforeAll(async () => {
  const settings = { PUBLIC_URL: SITE_URL, DRAFT_APP_URL: DRAFT_URL }
  league = await createSocialLeague(settings, { pageFolder: page.folder })
  const { body } = await postFiles(league.clients.player, MEDIA_URL, [
    { name: 'a.jpg', content: await createPhoto() },
  ])
  mediaPath = body.items[0].url
  const owners = join(league.testApp.dataDir, 'owners')
  mkdirSync(owners, { recursive: true })
  writeFileSync(join(owners, 'rosa-field.jpg'), await createPhoto())
})
afterAll(async () => {
  await league.testApp.close()
  page.remove()
})

/** An answer as a browser gets it that is signed in as a player. */
function sendRequest(options: InjectOptions) {
  const cookies = Object.fromEntries(league.clients.player.cookies)
  return league.testApp.app.inject({ method: 'GET', cookies, ...options })
}

const parseDirectives = (policy: unknown) =>
  new Map(
    String(policy)
      .split(';')
      .map((each) => each.trim().split(/ +/))
      .map(([name = '', ...values]) => [name, values.join(' ')]),
  )

const RESPONSE_KINDS: [kind: string, status: number, options: () => InjectOptions][] = [
  ['the page', 200, () => ({ url: '/' })],
  ['an asset', 200, () => ({ url: '/assets/app-1a2b3c.js' })],
  ['a call', 200, () => ({ url: '/api/whoami/' })],
  ['a call of a league', 200, () => ({ url: '/api/league/Harbour/social/feed/' })],
  ['an uploaded picture', 200, () => ({ url: mediaPath })],
  ['a part of a picture', 206, () => ({ url: mediaPath, headers: { range: 'bytes=0-9' } })],
  ['a picture of an owner', 200, () => ({ url: '/owners/rosa-field.jpg' })],
  ['no change since', 304, () => ({ url: mediaPath, headers: { 'if-none-match': 'x' } })],
  ['a refusal', 403, () => ({ url: '/api/users/' })],
  ['a refusal before anything is read', 403, () => ({ method: 'POST', url: '/api/logout/' })],
  ['a call that there is not', 404, () => ({ url: '/api/nothing/' })],
  ['a page that there is not', 404, () => ({ url: '/nothing', headers: { accept: 'text/html' } })],
  ['an address that is not well formed', 400, () => ({ url: '/%zz' })],
  ['an address that is too long', 404, () => ({ url: `/api/league/${'x'.repeat(2500)}/meta/` })],
  ['a method that nobody uses', 404, () => ({ method: 'TRACE' as 'GET', url: '/' })],
  ['the way to the draft', 302, () => ({ url: '/draft/draft' })],
  ['the reference', 200, () => ({ url: '/api/docs/' })],
  ['what the build keeps for itself', 404, () => ({ url: '/.vite/manifest.json' })],
  ['health', 200, () => ({ url: '/healthz' })],
  ['readiness', 200, () => ({ url: '/readyz' })],
  ['figures', 200, () => ({ url: '/metrics' })],
]

describe('the headers of', () => {
  it.each(RESPONSE_KINDS)(
    '%s (%i) let a browser do nothing that is not needed',
    async (kind, status, options) => {
      const request = options()
      if (kind === 'no change since') {
        const { headers } = await sendRequest({ url: mediaPath })
        request.headers = { 'if-none-match': String(headers['etag']) }
      }
      const { statusCode, headers } = await sendRequest(request)
      expect(statusCode).toBe(status)

      const policy = parseDirectives(headers['content-security-policy'])
      expect(policy.get('default-src')).toBe("'none'")
      expect(policy.get('base-uri')).toBe("'none'")
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|http:/)
      expect(headers).toMatchObject({
        'cross-origin-embedder-policy': 'credentialless',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      })
      expect(Object.keys(headers).filter((name) => /^(access-control|server$|x-powered)/.test(name))).toEqual(
        [],
      )
    },
  )

  it('the page allow its own scripts by their hashes, and pictures from elsewhere by https alone', async () => {
    const { headers } = await sendRequest({ url: '/' })
    const policy = parseDirectives(headers['content-security-policy'])
    expect(policy.get('script-src')).toMatch(/^'self' 'sha256-[\w+/]{43}='$/)
    expect(policy.get('img-src')).toBe("'self' data: blob: https:")
    expect(policy.get('object-src')).toBe("'none'")
    expect(policy.get('connect-src')).toBe("'self'")
    expect(policy.get('form-action')).toBe("'self'")
  })

  it('an uploaded file let it run nothing, whoever opens it', async () => {
    const { headers } = await sendRequest({ url: mediaPath })
    expect(parseDirectives(headers['content-security-policy']).has('sandbox')).toBe(true)
  })

  it('every answer name no way of https where people do not come by it', async () => {
    for (const PUBLIC_URL of [undefined, 'http://league.example']) {
      const world = await startApp({ PUBLIC_URL })
      const answers = await Promise.all(['/api/whoami/', '/%zz'].map((url) => world.client().get(url)))
      await world.close()
      for (const { headers } of answers) expect(headers['strict-transport-security']).toBe(undefined)
    }
  })
})

describe('a call that changes something', () => {
  const calls = ['/api/login/', '/api/register/', '/api/logout/', '/api/password-reset/confirm/']
  const foreign = [
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'http://league.example' },
    { origin: 'https://league.example:8443' },
    { origin: 'https://evil.league.example' },
    { origin: 'https://league.example.evil.example' },
    { origin: 'https://league.example@evil.example' },
    { origin: 'not an address' },
    { origin: '' },
    { origin: SITE_URL, 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]

  it.each(calls)('%s is refused from every other site, with a good token too', async (url) => {
    for (const headers of foreign) {
      const { status, body } = await league.testApp.client().post(url, {}, headers)
      expect([headers, status, body.code]).toEqual([headers, 403, 'wrong_origin'])
    }
  })

  it.each(calls)('%s is refused without the token, as a form of another site would send it', async (url) => {
    const forms = ['application/x-www-form-urlencoded', 'text/plain', 'application/json']
    for (const type of forms) {
      const headers = { origin: SITE_URL, 'content-type': type }
      const answer = await sendRequest({ method: 'POST', url, headers, payload: '{}' })
      expect([type, answer.statusCode, answer.json().code]).toEqual([type, 403, 'csrf_failed'])
    }
  })

  it('is taken from our own page, and from programs that name no origin', async () => {
    const visitor = league.testApp.client()
    const own = { origin: SITE_URL, 'sec-fetch-site': 'same-origin' }
    expect((await visitor.post('/api/logout/', undefined, own)).status).toBe(200)
    expect((await visitor.post('/api/logout/')).status).toBe(200)
  })

  it.each([
    ['http://inside:3000', 200],
    ['http://inside:3001', 403],
    ['http://sub.inside:3000', 403],
    ['null', 403],
  ])('goes by the host that was asked where no address is set: from %s %i', async (origin, status) => {
    const world = await startApp()
    const headers = { origin, host: 'inside:3000' }
    const answer = await world.client().post('/api/logout/', undefined, headers)
    await world.close()
    expect(answer.status).toBe(status)
  })
})

describe('cookies', () => {
  it('stay on our host and our paths, by https alone, and the session out of reach of scripts', async () => {
    const visitor = league.testApp.client()
    const { headers } = await visitor.get('/api/csrf/')
    expect(headers['set-cookie']).toMatch(
      /^csrftoken=[\w.-]+; Max-Age=31536000; Path=\/; Secure; SameSite=Lax$/,
    )
    const account = { username: 'newcomer', password: 'a-long-enough-secret' }
    const answer = await visitor.post('/api/register/', account)
    expect(answer.headers['set-cookie']).toMatch(
      /^sessionid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })
})

describe('an address', () => {
  it.each([
    '/draft/draft?next=https://evil.example',
    '/draft/draft/?url=//evil.example',
    '/draft/draft?returnTo=%0d%0aLocation:%20https://evil.example',
  ])('%s leads to the draft that is set, and nowhere else', async (url) => {
    const { statusCode, headers } = await sendRequest({ url })
    expect([statusCode, headers.location]).toEqual([302, DRAFT_URL])
  })

  it.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    '///evil.example//',
    '/\\evil.example',
    '/%5cevil.example/',
    '/assets/..//evil.example',
    '/assets',
    '/?tab=https://evil.example&next=//evil.example',
    '/?uid=1&token=x&redirect=https://evil.example',
    '/api/docs//evil.example',
    '/owners//evil.example/',
    '/%0d%0aset-cookie:a=b',
    '/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/.git/config',
    '/.env',
  ])('%s sends nobody elsewhere, and shows nothing but the page', async (url) => {
    const { statusCode, headers, body } = await sendRequest({ url, headers: { accept: 'text/html' } })
    const { location } = headers
    if (location !== undefined) expect(new URL(location, SITE_URL).origin).toBe(SITE_URL)
    expect(headers['set-cookie']).toBe(undefined)
    if (statusCode === 200) expect(body).toContain('<div id="root">')
  })
})
